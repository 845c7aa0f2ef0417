/** The path that the server is mounted at, such as `/skein`; '' at the root. The page says it. */
export const basePath = readBasePath();

function readBasePath(): string {
  // Tests of data have no page.
  if (typeof document === 'undefined') return '';
  const meta = document.querySelector('meta[name="skein-base"]');
  // The development server leaves it as it was written.
  return (meta?.getAttribute('content') ?? '').replace(/^\./u, '').replace(/\/$/u, '');
}
