// What the browser finds wrong with a field, said in the words of the page and in the place of the field's description
// C1. A field that was left says so if it holds something wrong; one that is empty only when the form is sent.
// C2. It says so no longer as soon as it is right.
// C3. The browser's own bubble is in its language, not in ours, and covers the field below: it is never shown.
import { useState, type ComponentProps } from 'react';

type InputProps = ComponentProps<'input'>;

export interface Complaint {
  readonly complaint: string | undefined;
  readonly listeners: Required<Pick<InputProps, 'onBlur' | 'onInput' | 'onInvalid'>>;
}

export function useComplaint(label: string): Complaint {
  const [complaint, setComplaint] = useState<string | undefined>(undefined);
  return {
    complaint,
    listeners: {
      onBlur: ({ currentTarget: input }) => {
        if (input.value !== '') setComplaint(complaintOf(label, input));
      },
      onInput: ({ currentTarget: input }) => {
        if (complaint !== undefined) setComplaint(complaintOf(label, input));
      },
      onInvalid: (event) => {
        event.preventDefault();
        const { currentTarget: input } = event;
        setComplaint(complaintOf(label, input));
        if (input.form?.querySelector('input:invalid, textarea:invalid') === input) input.focus();
      },
    },
  };
}

function complaintOf(label: string, input: HTMLInputElement): string | undefined {
  const { validity, title, type } = input;
  if (validity.valid) return undefined;
  if (validity.valueMissing) return `${label} is missing.`;
  if (title !== '') return `${label}: ${title}.`;
  if (validity.typeMismatch && type === 'url')
    return `${label}: a whole address, with http:// or https://.`;
  if (validity.typeMismatch && type === 'email')
    return `${label}: an address with an @ and a domain.`;
  return `${label}: ${input.validationMessage}`;
}
