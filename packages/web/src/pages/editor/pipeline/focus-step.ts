/** Focuses a step of a pipeline and scrolls it into view. */
export function focusStep(index: number): void {
  const step = document.getElementById(`step-${index}`);
  step?.scrollIntoView({ block: 'nearest' });
  step?.querySelector<HTMLElement>('summary')?.focus();
}
