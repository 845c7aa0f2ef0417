import { useNavigate, useSearch } from '@tanstack/react-router';
import { Plus } from 'lucide-react';
import { lazy, Suspense, useCallback, useDeferredValue, useState, type ReactNode } from 'react';
import { useRefusal } from '../../data/session.ts';
import { ScopedButton } from '../../viewers/scoped-button.tsx';
import { Page } from '../../design/layout/page.tsx';
import { PageDrop } from '../../importing/page-drop.tsx';
import { TemplateGallery } from './template-gallery.tsx';
import { useBuildWish } from './use-build-wish.ts';
import { WaysIn } from './ways-in.tsx';
import { WorkflowList } from './workflow-list.tsx';

const ImportDialog = lazy(async () => ({
  default: (await import('./import-dialog.tsx')).ImportDialog,
}));
const NewDialog = lazy(async () => ({ default: (await import('./new-dialog.tsx')).NewDialog }));

export function WorkflowsPage(): ReactNode {
  const { open } = useSearch({ from: '/workflows' });
  const navigate = useNavigate();
  const isReader = useRefusal('write') !== null;
  const [wish, setWish] = useState('');
  const build = useBuildWish();
  const show = (name: 'new' | 'import' | 'templates' | undefined) =>
    void navigate({ to: '/workflows', search: name === undefined ? {} : { open: name } });
  const openImport = useCallback(
    () => void navigate({ to: '/workflows', search: { open: 'import' } }),
    [navigate],
  );
  return (
    <Page
      title="Workflows"
      actions={
        <ScopedButton needs="write" tone="primary" icon={Plus} onClick={() => show('new')}>
          New workflow
        </ScopedButton>
      }
    >
      <PageDrop onDrop={openImport} />
      <WaysIn
        wish={wish}
        onWish={setWish}
        onBuild={build.isOffered ? () => build.start(wish) : null}
        isBuilding={build.isBusy}
        onTemplates={() => show('templates')}
        onImport={openImport}
      />
      <TemplateGallery
        wish={useDeferredValue(wish)}
        isWhole={open === 'templates'}
        onShowAll={(isWhole) => show(isWhole ? 'templates' : undefined)}
      />
      <WorkflowList />
      <Suspense fallback={null}>
        {open === 'new' && !isReader && <NewDialog onClose={() => show(undefined)} />}
        {open === 'import' && !isReader && <ImportDialog isOpen onClose={() => show(undefined)} />}
      </Suspense>
    </Page>
  );
}
