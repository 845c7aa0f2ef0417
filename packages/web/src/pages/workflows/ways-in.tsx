import { Import, LayoutTemplate, Sparkles, type LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import { Button } from '../../design/controls/button.tsx';
import { SearchField } from '../../design/controls/search-field.tsx';

interface WaysInProps {
  /** What somebody wants, in their own words. */
  readonly wish: string;
  readonly onWish: (wish: string) => void;
  /** Lets the assistant build it; null: there is none. */
  readonly onBuild: (() => void) | null;
  readonly isBuilding: boolean;
  readonly onTemplates: () => void;
  readonly onImport: () => void;
}

/** What this is, and the three ways to a first workflow. */
export function WaysIn(props: WaysInProps): ReactNode {
  const { wish, onWish, onBuild, isBuilding, onTemplates, onImport } = props;
  const mayBuild = onBuild !== null && wish.trim() !== '' && !isBuilding;
  return (
    <section
      aria-label="Ways to begin"
      className="mb-6 grid gap-3 rounded-lg border border-line bg-surface p-4 shadow-1"
    >
      <p className="text-sm text-text-2">
        A workflow lets models, tools and people work together: you draw the steps, Skein runs them
        and keeps what happened.
      </p>
      <form
        className="flex flex-wrap items-center gap-2"
        onSubmit={(event) => {
          event.preventDefault();
          if (mayBuild) onBuild();
        }}
      >
        <SearchField
          label="Describe what it should do"
          placeholder="Describe it: refunds that a person approves"
          value={wish}
          onChange={onWish}
          className="min-w-60 flex-1"
        />
        {onBuild !== null && (
          <Button type="submit" tone="primary" icon={Sparkles} disabled={!mayBuild}>
            Build it
          </Button>
        )}
        <Way icon={LayoutTemplate} label="Browse templates" onClick={onTemplates} />
        <Way icon={Import} label="Import" onClick={onImport} />
      </form>
    </section>
  );
}

interface WayProps {
  readonly icon: LucideIcon;
  readonly label: string;
  readonly onClick: () => void;
}

function Way({ icon, label, onClick }: WayProps): ReactNode {
  return (
    <Button icon={icon} onClick={onClick}>
      {label}
    </Button>
  );
}
