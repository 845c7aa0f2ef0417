import { triggerDefaults } from '@skein/dialects';
import { isObject, ownValue, type JsonObject } from '@skein/kernel';
import { Zap } from 'lucide-react';
import type { ReactNode } from 'react';
import type { TriggerType } from '../../../data/triggers.ts';
import { Select } from '../../../design/controls/select.tsx';
import { classNames } from '../../../design/class-names.ts';
import { inputClass } from '../../../design/controls/input-class.ts';
import { objectAt, textAt, withKey } from '../../../graph/own-keys.ts';
import { change, useEditorStore } from '../state/editor-store.ts';

const labels: Readonly<Record<TriggerType, string>> = {
  manual: 'Manually',
  schedule: 'On a schedule',
  webhook: 'By webhook',
  event: 'By event',
  new_email: 'By email',
};
const options = Object.entries(labels).map(([value, label]) => ({ value, label }));

/** What starts runs of a pipeline. */
export function TriggerCard({ definition }: { readonly definition: JsonObject }): ReactNode {
  const store = useEditorStore();
  const trigger = ownValue(definition, 'trigger');
  const type = isObject(trigger) ? textAt(trigger, 'trigger_type_id') || 'manual' : 'manual';
  const set = (next: JsonObject) =>
    change(store, (before) => withKey(before, 'trigger', next), 'trigger');
  const current: JsonObject = isObject(trigger) ? trigger : {};
  const config = objectAt(current, 'config');
  return (
    <section
      aria-label="Trigger"
      className="flex flex-wrap items-center gap-3 rounded-lg border border-line bg-surface px-3 py-3 shadow-1"
    >
      <span className="grid size-8 shrink-0 place-items-center rounded-md bg-k-trigger-soft text-k-trigger">
        <Zap size={16} aria-hidden />
      </span>
      <span className="text-sm font-semibold">Starts</span>
      <Select
        label="Trigger type"
        value={type}
        onChange={(value) =>
          set({ ...current, trigger_type_id: value, ...defaultsOf(value, definition) })
        }
        options={options}
        className="w-44!"
      />
      {type === 'event' && (
        <input
          aria-label="Event"
          placeholder="order.placed"
          value={textAt(config, 'event')}
          onChange={(event) =>
            set({ ...current, config: { ...config, event: event.target.value } })
          }
          className={classNames(inputClass, 'h-9 w-72! font-mono')}
        />
      )}
      {type === 'schedule' && (
        <>
          <input
            aria-label="Cron"
            placeholder="0 7 * * 1-5"
            value={textAt(config, 'cron')}
            onChange={(event) =>
              set({ ...current, config: { ...config, cron: event.target.value } })
            }
            className={classNames(inputClass, 'h-9 w-36! font-mono')}
          />
          <input
            aria-label="Time zone"
            placeholder="UTC"
            value={textAt(config, 'timezone')}
            onChange={(event) =>
              set({ ...current, config: { ...config, timezone: event.target.value } })
            }
            className={classNames(inputClass, 'h-9 w-44!')}
          />
        </>
      )}
    </section>
  );
}

/** Settings of another type mean nothing to this one; the filter applies to every type. */
function defaultsOf(type: string, definition: JsonObject): JsonObject {
  const { config, initial_data_description } = triggerDefaults(type, textAt(definition, 'uuid'));
  return { config, initial_data_description };
}
