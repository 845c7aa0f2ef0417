import { lazy, Suspense, type ReactNode } from 'react';
import { Skeleton } from '../design/feedback/skeleton.tsx';
import type { SchemaFormProps } from './schema/schema-form.tsx';

const Loaded = lazy(async () => ({
  default: (await import('./schema/schema-form.tsx')).SchemaForm,
}));

interface LazySchemaFormProps extends SchemaFormProps {
  /** What it begins with is still asked for: a form that is there already has told its own beginning, and would keep that. */
  readonly isAsked?: boolean;
  /** The buttons below the form. They are told whether the form is loaded: before that, submitting would do nothing. */
  readonly footer?: (isLoaded: boolean) => ReactNode;
}

/** Forms are large and most pages have none, so they are loaded on first use. */
export function LazySchemaForm({
  footer,
  isAsked = false,
  ...props
}: LazySchemaFormProps): ReactNode {
  const loading = (
    <>
      <Skeleton className="h-40" />
      {footer?.(false)}
    </>
  );
  if (isAsked) return loading;
  return (
    <Suspense fallback={loading}>
      <Loaded {...props} />
      {footer?.(true)}
    </Suspense>
  );
}
