import { useState, type ReactNode } from 'react';
import { problemOf } from '../../../data/problem.ts';
import {
  useProviderModels,
  useSetDefaultModel,
  type Provider,
} from '../../../data/settings/providers.ts';
import { Button } from '../../../design/controls/button.tsx';
import { FoldMark } from '../../../design/controls/fold-mark.tsx';
import { TextField } from '../../../design/controls/text-field.tsx';
import { showToast } from '../../../design/feedback/toasts.ts';
import { Tag } from '../../../design/status/tag.tsx';
import { visibleText } from '../../../text/visible-text.ts';
import { PriceDialog } from './price-dialog.tsx';

interface ModelListProps {
  readonly provider: Provider;
  readonly chosen: string | null;
}

type Model = NonNullable<ReturnType<typeof useProviderModels>['data']>['items'][number];

const shownMax = 50;

/** What the provider has, asked when it is unfolded. */
export function ModelList({ provider, chosen }: ModelListProps): ReactNode {
  const { id, from } = provider;
  const [priced, setPriced] = useState<Model | null>(null);
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
          {found.slice(0, shownMax).map((model) => (
            <ModelRow
              key={model.name}
              model={model}
              isDefault={chosen === `${id}/${model.name}`}
              isBusy={choose.isPending}
              onChoose={() => choose.mutate(`${id}/${model.name}`)}
              onPrice={from === 'settings' ? () => setPriced(model) : null}
            />
          ))}
        </ul>
        {found.length > shownMax && (
          <p className="text-xs text-text-2">{found.length - shownMax} more: search for one.</p>
        )}
        {priced !== null && (
          <PriceDialog
            provider={provider}
            model={priced.name}
            price={priced.price}
            onClose={() => setPriced(null)}
          />
        )}
      </div>
    </details>
  );
}

interface ModelRowProps {
  readonly model: Model;
  readonly isDefault: boolean;
  readonly isBusy: boolean;
  readonly onChoose: () => void;
  /** Null: the configuration says what it costs. */
  readonly onPrice: (() => void) | null;
}

function ModelRow({ model, isDefault, isBusy, onChoose, onPrice }: ModelRowProps): ReactNode {
  const { price } = model;
  const name = visibleText(model.name);
  return (
    <li className="flex flex-wrap items-center gap-2 py-1.5 text-xs">
      <span className="min-w-0 flex-1 font-mono break-all max-md:basis-full">{name}</span>
      <span className="num text-text-2">
        {price === null ? 'price unknown' : `$${price.input} in, $${price.output} out per million`}
      </span>
      {onPrice !== null && (
        <Button size="sm" tone="ghost" aria-label={`Set price: ${name}`} onClick={onPrice}>
          Set price
        </Button>
      )}
      {isDefault ? (
        <Tag tone="ok">default</Tag>
      ) : (
        <Button
          size="sm"
          aria-label={`Use as default: ${name}`}
          disabled={isBusy}
          onClick={onChoose}
        >
          Use as default
        </Button>
      )}
    </li>
  );
}
