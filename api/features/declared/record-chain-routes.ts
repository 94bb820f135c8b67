import { z } from 'zod';
import { publicKeys } from '../record-chain/keys.ts';
import { anchorsAfter, chainsOf, headsAfter, oldestMonth, recordsBetween } from '../record-chain/read.ts';
import { refuseNarrowed } from './narrowed-token.ts';
import { parsed } from './request.ts';
import type { DeclaredDeps, DeclaredRoute } from './route.ts';

const id = z.coerce.number().int().min(0).max(Number.MAX_SAFE_INTEGER);
const ofHeads = z.object({ organization: z.string().min(1).max(100), after: id.default(0) });
const ofAnchors = z.object({ after: id.default(0) });
const ofRows = ofHeads.extend({ to: id });

/** Everything that `doorwright verify-records` compares. */
export const recordChainRoutes = ({ config, box, now }: DeclaredDeps): DeclaredRoute[] => [
  {
    method: 'get',
    path: '/record-chains',
    async handle({ caller, work }) {
      refuseNarrowed(caller);
      const oldest = oldestMonth(config, now());
      return { ...(await chainsOf(work)), oldestMonth: oldest, keys: await publicKeys(box) };
    },
  },
  {
    method: 'get',
    path: '/record-heads',
    async handle({ caller, query, work }) {
      refuseNarrowed(caller);
      const { organization, after } = parsed(ofHeads, query);
      return { items: await headsAfter(organization, after, work) };
    },
  },
  {
    method: 'get',
    path: '/record-anchors',
    async handle({ caller, query, work }) {
      refuseNarrowed(caller);
      return { items: await anchorsAfter(parsed(ofAnchors, query).after, work) };
    },
  },
  {
    method: 'get',
    path: '/record-rows',
    async handle({ caller, query, work }) {
      refuseNarrowed(caller);
      return { items: await recordsBetween(parsed(ofRows, query), work) };
    },
  },
];
