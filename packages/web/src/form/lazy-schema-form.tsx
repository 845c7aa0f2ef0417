import { lazy, Suspense, type ReactNode } from 'react';
import { Skeleton } from '../design/skeleton.tsx';
import type { SchemaFormProps } from './schema-form.tsx';

const Loaded = lazy(async () => ({ default: (await import('./schema-form.tsx')).SchemaForm }));

/** Forms are large, and most pages have none: they are loaded with the first one. */
export function LazySchemaForm(props: SchemaFormProps): ReactNode {
  return (
    <Suspense fallback={<Skeleton className="h-40" />}>
      <Loaded {...props} />
    </Suspense>
  );
}
