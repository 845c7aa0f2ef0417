import { create, type StoreApi, type UseBoundStore } from 'zustand';

export type Theme = 'system' | 'light' | 'dark';

const key = 'skein.theme';

function writtenTheme(): Theme {
  const theme = document.documentElement.dataset['theme'];
  return theme === 'light' || theme === 'dark' ? theme : 'system';
}

/** The current theme. */
export const useTheme: UseBoundStore<StoreApi<{ readonly theme: Theme }>> = create(() => ({
  theme: writtenTheme(),
}));

export function nextTheme(theme: Theme): Theme {
  return theme === 'system' ? 'light' : theme === 'light' ? 'dark' : 'system';
}

/** Applies a theme and remembers it for the next visit. */
export function applyTheme(theme: Theme): void {
  if (theme === 'system') delete document.documentElement.dataset['theme'];
  else document.documentElement.dataset['theme'] = theme;
  useTheme.setState({ theme });
  try {
    if (theme === 'system') localStorage.removeItem(key);
    else localStorage.setItem(key, theme);
  } catch {
    // Storage may be disabled; the theme then lasts for this visit.
  }
}
