import { lazy, Suspense, type ReactNode } from 'react';
import { Skeleton } from '../design/feedback/skeleton.tsx';
import type { SchemaFormProps } from './schema/schema-form.tsx';

const Loaded = lazy(async () => ({
  default: (await import('./schema/schema-form.tsx')).SchemaForm,
}));

interface LazySchemaFormProps extends SchemaFormProps {
  /** The buttons below. One that submits a form which is not there yet would do nothing: it is told whether it is. */
  readonly footer?: (isLoaded: boolean) => ReactNode;
}

/** Forms are large, and most pages have none: they are loaded with the first one. */
export function LazySchemaForm({ footer, ...props }: LazySchemaFormProps): ReactNode {
  const loading = (
    <>
      <Skeleton className="h-40" />
      {footer?.(false)}
    </>
  );
  return (
    <Suspense fallback={loading}>
      <Loaded {...props} />
      {footer?.(true)}
    </Suspense>
  );
}
