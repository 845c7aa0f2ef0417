import type { AnswerOf } from '@skein/api';
import { readRetention, setRetention } from '../../features/retention/retention.ts';
import { audit } from '../../records/audit.ts';
import { isoTime } from '../../values/iso-time.ts';
import type { HandlersOf } from '../handler.ts';
import type { Services } from '../services.ts';

export const retentionHandlers: HandlersOf<'retention'> = {
  getRetention: async ({ services }) => ({ body: await read(services) }),
  async putRetention({ body, identity, services }) {
    await setRetention(services, body.days);
    const data = { days: body.days };
    await audit(services, identity, { action: 'retention.save', subject: 'runs', data });
    return { body: await read(services) };
  },
};

async function read({ settings }: Pick<Services, 'settings'>): Promise<AnswerOf<'getRetention'>> {
  const { days, deletedAt, deleted } = await readRetention(settings);
  return { days, deleted, deletedAt: deletedAt === null ? null : isoTime(deletedAt) };
}
