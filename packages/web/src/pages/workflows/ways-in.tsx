import { Import, LayoutTemplate, Sparkles } from 'lucide-react';
import type { ReactNode } from 'react';
import { useRefusal } from '../../data/session.ts';
import { Button } from '../../design/controls/button.tsx';
import { ScopedButton } from '../../viewers/scoped-button.tsx';
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
  const isRefused = useRefusal('write') !== null;
  const mayBuild = onBuild !== null && !isRefused && wish.trim() !== '' && !isBuilding;
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
          <ScopedButton
            needs="write"
            type="submit"
            tone="primary"
            icon={Sparkles}
            disabled={!mayBuild}
          >
            Build it
          </ScopedButton>
        )}
        <Button icon={LayoutTemplate} onClick={onTemplates}>
          <span>
            <span className="max-md:sr-only">Browse </span>
            <span className="max-md:capitalize">templates</span>
          </span>
        </Button>
        <ScopedButton needs="write" icon={Import} onClick={onImport}>
          Import
        </ScopedButton>
      </form>
    </section>
  );
}
