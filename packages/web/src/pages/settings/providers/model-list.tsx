import { useState, type ReactNode } from 'react';
import { problemOf } from '../../../data/problem.ts';
import { useProviderModels, useSetDefaultModel } from '../../../data/settings/providers.ts';
import { Button } from '../../../design/controls/button.tsx';
import { FoldMark } from '../../../design/controls/fold-mark.tsx';
import { TextField } from '../../../design/controls/text-field.tsx';
import { showToast } from '../../../design/feedback/toasts.ts';
import { Tag } from '../../../design/status/tag.tsx';
import { visibleText } from '../../../text/visible-text.ts';

interface ModelListProps {
  readonly id: string;
  readonly chosen: string | null;
}

const shownMax = 50;

/** What the provider has, asked when it is unfolded. */
export function ModelList({ id, chosen }: ModelListProps): ReactNode {
  const [isOpen, setOpen] = useState(false);
  const [search, setSearch] = useState('');
  const { data, error, isFetching } = useProviderModels(id, isOpen);
  const choose = useSetDefaultModel((model) =>
    showToast({ tone: 'ok', text: `${model ?? 'Nothing'} is the default model now.` }),
  );
  const found = data?.items.filter(({ name }) => name.includes(search.trim())) ?? [];
  return (
    <details className="group md:pl-11" onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary className="inline-flex list-none items-center gap-1 text-xs text-text-2">
        <FoldMark className="duration-100" /> Models of {visibleText(id)}
      </summary>
      <div className="grid gap-2 pt-2">
        {isFetching && <p className="text-xs text-text-2">Asking {visibleText(id)}…</p>}
        {error !== null && (
          <p role="alert" className="text-xs break-words text-bad-text">
            {visibleText(problemOf(error).message)}
          </p>
        )}
        {(data?.items.length ?? 0) > 10 && (
          <TextField label="Search models" value={search} onChange={setSearch} />
        )}
        <ul className="divide-y divide-line empty:hidden">
          {found.slice(0, shownMax).map(({ name, price }) => {
            const full = `${id}/${name}`;
            return (
              <li key={name} className="flex flex-wrap items-center gap-2 py-1.5 text-xs">
                <span className="min-w-0 flex-1 font-mono break-all">{visibleText(name)}</span>
                <span className="num text-text-2">
                  {price === null
                    ? 'price unknown'
                    : `$${price.input} in, $${price.output} out per million`}
                </span>
                {chosen === full ? (
                  <Tag tone="ok">default</Tag>
                ) : (
                  <Button
                    size="sm"
                    aria-label={`Use as default: ${visibleText(name)}`}
                    disabled={choose.isPending}
                    onClick={() => choose.mutate(full)}
                  >
                    Use as default
                  </Button>
                )}
              </li>
            );
          })}
        </ul>
        {found.length > shownMax && (
          <p className="text-xs text-text-2">{found.length - shownMax} more: search for one.</p>
        )}
      </div>
    </details>
  );
}
