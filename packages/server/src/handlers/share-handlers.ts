import type { AnswerOf } from '@skein/api';
import { EngineError } from '@skein/ports';
import {
  createShare,
  deleteShare,
  findShare,
  sharePath,
  sharesOf,
  type Share,
} from '../features/shares/stored-shares.ts';
import { ownWorkflow } from '../features/workflows/save-workflow.ts';
import { audit } from '../records/audit.ts';
import { isoTime } from '../values/iso-time.ts';
import type { HandlersOf } from './handler.ts';
import type { Services } from './services.ts';

/** A page is for people: more of them are a mistake. */
const sharesMax = 50;

export const shareHandlers: HandlersOf<'share'> = {
  async listShares(asked) {
    const { services, identity, params } = asked;
    const { id: workflow } = await ownWorkflow(asked, params.id);
    const found = await sharesOf(services.settings, { user: identity.owner, workflow });
    return { body: { items: found.map((share) => toItem(services, share)), nextCursor: null } };
  },
  async createShare(asked) {
    const { services, identity, params, body } = asked;
    const { settings, clock } = services;
    const { id: workflow } = await ownWorkflow(asked, params.id);
    const place = { user: identity.owner, workflow };
    if ((await sharesOf(settings, place)).length >= sharesMax)
      throw new EngineError('TOO_LARGE', {
        what: 'The list of shared pages',
        limit: `${sharesMax} pages`,
      });
    const share = await createShare(settings, {
      ...place,
      kind: body.kind ?? 'form',
      audience: body.audience ?? 'anyone',
      title: body.title ?? null,
      intro: body.intro ?? null,
      theme: body.theme ?? 'system',
      frames: body.frames ?? [],
      expiresAt: body.expiresAt === undefined ? null : Date.parse(body.expiresAt),
      createdAt: clock.now(),
    });
    await audit(services, identity, { action: 'share.create', subject: workflow });
    return { status: 201, body: toItem(services, share) };
  },
  async deleteShare(asked) {
    const { services, identity, params } = asked;
    const { id: workflow } = await ownWorkflow(asked, params.id);
    const share = await findShare(services.settings, params.share);
    if (share?.user !== identity.owner || share.workflow !== workflow)
      throw new EngineError('NOT_FOUND', { what: 'shared page', id: params.share });
    await deleteShare(services.settings, share.id);
    await audit(services, identity, { action: 'share.delete', subject: workflow });
    return { body: undefined };
  },
};

function toItem({ place }: Pick<Services, 'place'>, share: Share): AnswerOf<'createShare'> {
  const { user: _, createdAt, expiresAt, frames, ...rest } = share;
  return {
    ...rest,
    url: `${place()}${sharePath}/${share.id}`,
    frames: [...frames],
    expiresAt: expiresAt === null ? null : isoTime(expiresAt),
    createdAt: isoTime(createdAt),
  };
}
