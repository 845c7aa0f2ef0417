import { Monitor, Moon, Sun } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import { IconButton } from '../design/icon-button.tsx';
import { applyTheme, currentTheme, nextTheme } from './theme.ts';

const icons = { system: Monitor, light: Sun, dark: Moon };

export function ThemeButton(): ReactNode {
  const [theme, setTheme] = useState(currentTheme);
  const change = () => {
    const next = nextTheme(theme);
    applyTheme(next);
    setTheme(next);
  };
  return <IconButton label={`Theme: ${theme}`} icon={icons[theme]} onClick={change} />;
}
