import type { FieldProps } from '@rjsf/utils';
import type { Json } from '@skein/kernel';

/** What a field holds. */
export function formJson({ formData }: FieldProps): Json | undefined {
  // The form's data is JSON.
  return (formData ?? undefined) as Json | undefined;
}
