// A form with a name, which the library does not give it, and with a memory of which fields were left.
import {
  createContext,
  useContext,
  useMemo,
  useState,
  type ComponentProps,
  type FocusEvent,
  type ReactNode,
} from 'react';
import { FieldErrorsContext } from '../field-errors.ts';

interface FormMemory {
  readonly label: string;
  readonly onLeft: (ids: readonly string[]) => void;
  readonly onSent: () => void;
}

const FormMemoryContext = createContext<FormMemory>({
  label: '',
  onLeft: () => {},
  onSent: () => {},
});

interface FormErrorsProps {
  readonly label: string;
  readonly children: ReactNode;
}

export function FormErrors({ label, children }: FormErrorsProps): ReactNode {
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set());
  const [isSent, setSent] = useState(false);
  const shown = useMemo(() => ({ left, isSent }), [left, isSent]);
  const memory = useMemo(
    () => ({
      label,
      onLeft: (ids: readonly string[]) =>
        setLeft((before) =>
          ids.every((id) => before.has(id)) ? before : new Set([...before, ...ids]),
        ),
      onSent: () => setSent(true),
    }),
    [label],
  );
  return (
    <FormMemoryContext value={memory}>
      <FieldErrorsContext value={shown}>{children}</FieldErrorsContext>
    </FormMemoryContext>
  );
}

export function NamedForm(props: ComponentProps<'form'>): ReactNode {
  const { label, onLeft, onSent } = useContext(FormMemoryContext);
  return (
    <form
      {...props}
      aria-label={label}
      onBlur={(event) => onLeft(leftBy(event))}
      onSubmitCapture={onSent}
    />
  );
}

/** The fields that the focus has gone out of. Into a list or a picker that belongs to one, it has not. */
function leftBy({ target, relatedTarget }: FocusEvent): readonly string[] {
  const next = relatedTarget instanceof Element ? relatedTarget : null;
  const isOpened = next !== null && next.closest('[role=dialog], [role=listbox]') !== null;
  if (isOpened && target.closest('[role=dialog]') === null) return [];
  const ids: string[] = [];
  for (
    let field = target.closest('[data-field]');
    field !== null && !field.contains(next);
    field = field.parentElement?.closest('[data-field]') ?? null
  )
    ids.push(field.getAttribute('data-field') ?? '');
  return ids;
}
