import type { Json } from '@skein/kernel';

export function downloadJson(value: Json, name: string): void {
  const blob = new Blob([`${JSON.stringify(value, undefined, 2)}\n`], { type: 'application/json' });
  const link = document.createElement('a');
  link.href = URL.createObjectURL(blob);
  link.download = name.replaceAll(/[^\w.-]+/g, '-');
  link.click();
  URL.revokeObjectURL(link.href);
}
