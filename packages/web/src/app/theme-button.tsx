import { Monitor, Moon, Sun } from 'lucide-react';
import type { ReactNode } from 'react';
import { IconButton } from '../design/controls/icon-button.tsx';
import { applyTheme, nextTheme, useTheme } from '../design/theme.ts';

const icons = { system: Monitor, light: Sun, dark: Moon };

export function ThemeButton(): ReactNode {
  const { theme } = useTheme();
  return (
    <IconButton
      label={`Theme: ${theme}`}
      icon={icons[theme]}
      onClick={() => applyTheme(nextTheme(theme))}
    />
  );
}
