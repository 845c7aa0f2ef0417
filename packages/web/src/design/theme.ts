import { create, type StoreApi, type UseBoundStore } from 'zustand';

export type Theme = 'system' | 'light' | 'dark';

const key = 'skein.theme';

function writtenTheme(): Theme {
  const theme = document.documentElement.dataset['theme'];
  return theme === 'light' || theme === 'dark' ? theme : 'system';
}

/** What is shown, wherever it is changed. */
export const useTheme: UseBoundStore<StoreApi<{ readonly theme: Theme }>> = create(() => ({
  theme: writtenTheme(),
}));

export function nextTheme(theme: Theme): Theme {
  return theme === 'system' ? 'light' : theme === 'light' ? 'dark' : 'system';
}

/** Shows a theme from now on, also after the next visit. */
export function applyTheme(theme: Theme): void {
  if (theme === 'system') delete document.documentElement.dataset['theme'];
  else document.documentElement.dataset['theme'] = theme;
  useTheme.setState({ theme });
  try {
    if (theme === 'system') localStorage.removeItem(key);
    else localStorage.setItem(key, theme);
  } catch {
    // Storage may be switched off: then it holds for this visit.
  }
}
