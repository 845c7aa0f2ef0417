import { useNavigate, useSearch } from '@tanstack/react-router';
import { Import, Plus } from 'lucide-react';
import { lazy, Suspense, type ReactNode } from 'react';
import { Button } from '../../design/controls/button.tsx';
import { Page } from '../../design/layout/page.tsx';
import { TemplateGallery } from './template-gallery.tsx';
import { WorkflowList } from './workflow-list.tsx';

const ImportDialog = lazy(async () => ({
  default: (await import('./import-dialog.tsx')).ImportDialog,
}));
const NewDialog = lazy(async () => ({ default: (await import('./new-dialog.tsx')).NewDialog }));

export function WorkflowsPage(): ReactNode {
  const { open } = useSearch({ from: '/workflows' });
  const navigate = useNavigate();
  const show = (name: 'new' | 'import' | 'templates' | undefined) =>
    void navigate({ to: '/workflows', search: name === undefined ? {} : { open: name } });
  return (
    <Page
      title="Workflows"
      actions={
        <>
          <Button icon={Import} onClick={() => show('import')}>
            Import
          </Button>
          <Button tone="primary" icon={Plus} onClick={() => show('new')}>
            <span>
              New<span className="max-md:hidden"> workflow</span>
            </span>
          </Button>
        </>
      }
    >
      <TemplateGallery
        isWhole={open === 'templates'}
        onShowAll={(isWhole) => show(isWhole ? 'templates' : undefined)}
      />
      <WorkflowList />
      <Suspense fallback={null}>
        {open === 'new' && <NewDialog isOpen onClose={() => show(undefined)} />}
        {open === 'import' && <ImportDialog isOpen onClose={() => show(undefined)} />}
      </Suspense>
    </Page>
  );
}
