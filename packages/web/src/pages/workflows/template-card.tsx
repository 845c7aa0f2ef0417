import { useNavigate } from '@tanstack/react-router';
import { Play } from 'lucide-react';
import { lazy, Suspense, type ReactNode } from 'react';
import { useStartRun } from '../../data/runs.ts';
import { useRefusal } from '../../data/session.ts';
import { useCreateFromTemplate, type Template } from '../../data/templates.ts';
import { ScopedButton } from '../../viewers/scoped-button.tsx';
import { Tag } from '../../design/status/tag.tsx';

// Thumbnails need the dialects, which are large: the page does not wait for them.
const Thumbnail = lazy(async () => ({
  default: (await import('./thumbnail/thumbnail.tsx')).Thumbnail,
}));

export function TemplateCard({ template }: { readonly template: Template }): ReactNode {
  const navigate = useNavigate();
  const create = useCreateFromTemplate();
  const start = useStartRun();
  const refusal = useRefusal('write');
  const isBusy = create.isPending || start.isPending;
  const open = async () => {
    const { id } = await create.mutateAsync(template.id);
    await navigate({ to: '/workflows/$id', params: { id } });
  };
  const tryOut = async () => {
    const { id } = await create.mutateAsync(template.id);
    const { run_id } = await start.mutateAsync({ workflow: id, input: template.input });
    await navigate({ to: '/runs/$id', params: { id: run_id } });
  };
  return (
    <li className="group relative flex flex-col overflow-hidden rounded-lg border border-line bg-surface shadow-1 transition-shadow focus-within:shadow-2 hover:shadow-2">
      <div className="border-b border-line bg-bg px-3 py-3">
        <Suspense fallback={<div className="h-18" />}>
          <Thumbnail definition={template.definition} dialect={template.dialect} />
        </Suspense>
      </div>
      <div className="flex flex-1 flex-col p-3">
        <h3 className="text-sm font-semibold">
          <button
            type="button"
            disabled={isBusy}
            aria-disabled={refusal !== null}
            title={refusal ?? undefined}
            onClick={() => refusal === null && void open().catch(ignoreTold)}
            className="rounded-sm text-left after:absolute after:inset-0"
          >
            {template.name}
          </button>
        </h3>
        <p className="mt-0.5 mb-2 line-clamp-3 min-h-[3lh] text-xs text-text-2">
          {template.description}
        </p>
        <p className="mt-auto flex flex-wrap items-center gap-1">
          {template['replies'] !== undefined && <Tag>offline replies</Tag>}
          <ScopedButton
            needs="write"
            size="sm"
            icon={Play}
            disabled={isBusy}
            onClick={() => void tryOut().catch(ignoreTold)}
            className="relative z-10 ml-auto"
            aria-label={`Run ${template.name}`}
          >
            {isBusy ? 'Starting…' : 'Run'}
          </ScopedButton>
        </p>
      </div>
    </li>
  );
}

/** The query client reports failures. */
function ignoreTold(): void {}
