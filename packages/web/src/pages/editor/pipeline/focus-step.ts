/** Gives the keyboard to a step of a pipeline, where it can be seen. */
export function focusStep(index: number): void {
  const step = document.getElementById(`step-${index}`);
  step?.scrollIntoView({ block: 'nearest' });
  step?.querySelector<HTMLElement>('summary')?.focus();
}
