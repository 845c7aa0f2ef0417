// Sets the theme before the first paint. A script of its own: the content security policy allows none inside the page.
(function () {
  try {
    const theme = localStorage.getItem('skein.theme');
    if (theme === 'light' || theme === 'dark') document.documentElement.dataset.theme = theme;
  } catch {
    // Storage may be switched off; then the system's theme holds.
  }
})();
