import { isObject } from '@skein/kernel';
import { useNavigate } from '@tanstack/react-router';
import { useAssistant } from '../../data/talking/assistant.ts';
import { useCreateWorkflow } from '../../data/workflows.ts';

interface BuildWish {
  /** Not known to be missing: its button does not move the others when the answer comes. */
  readonly isOffered: boolean;
  readonly isBusy: boolean;
  readonly start: (wish: string) => void;
}

/** An empty workflow is created, and its editor tells the assistant what it should become. */
export function useBuildWish(): BuildWish {
  const navigate = useNavigate();
  const assistant = useAssistant().data;
  const create = useCreateWorkflow();
  const start = async (wish: string) => {
    // The first page does not wait for all that is known about nodes.
    const { nativeForm } = await import('../../graph/forms/native-form.ts');
    const definition = nativeForm.emptyDefinition(nameOf(wish));
    if (!isObject(definition)) return;
    const { id } = await create.mutateAsync(definition);
    await navigate({
      to: '/workflows/$id',
      params: { id },
      search: { open: 'assistant', wish: wish.trim() },
    });
  };
  return {
    isOffered: assistant?.isAvailable !== false,
    isBusy: create.isPending,
    // A toast reports the failure.
    start: (wish) => void start(wish).catch(() => {}),
  };
}

const nameMax = 50;

/** The beginning of a wish, until the assistant has a better name. */
function nameOf(wish: string): string {
  const [line = ''] = wish.trim().split('\n');
  const short =
    line.length <= nameMax ? line : `${line.slice(0, nameMax).replace(/\s+\S*$/, '')} …`;
  return `${short.slice(0, 1).toUpperCase()}${short.slice(1)}`;
}
