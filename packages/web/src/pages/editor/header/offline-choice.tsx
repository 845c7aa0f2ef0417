import type { ReactNode } from 'react';
import { useModels } from '../../../data/catalogue.ts';
import { Switch } from '../../../design/controls/switch.tsx';

interface OfflineChoiceProps {
  readonly isOffline: boolean;
  readonly onChange: (isOffline: boolean) => void;
}

/** For one run: where no provider is set up, every run is offline, and nothing is asked. */
export function OfflineChoice({ isOffline, onChange }: OfflineChoiceProps): ReactNode {
  const models = useModels().data?.items ?? [];
  if (!models.some(({ provider }) => provider !== 'scripted')) return null;
  return (
    <div className="flex items-start gap-3">
      <Switch label="Run offline" checked={isOffline} onChange={onChange} />
      <p className="text-sm">
        Run offline
        <span className="block text-xs text-text-3">
          No provider is asked: the offline model answers for every model, and costs nothing.
        </span>
      </p>
    </div>
  );
}
