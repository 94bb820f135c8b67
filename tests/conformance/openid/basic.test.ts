import { afterAll, beforeAll, test } from 'vitest';
import { claims } from './basic-claims.ts';
import { prompts } from './basic-prompts.ts';
import { requests } from './basic-requests.ts';
import { responses } from './basic-responses.ts';
import { type Module, type Op, startOp } from './op.ts';
import { type ModuleOf, plans } from './plans.ts';

const modules: Record<ModuleOf<'basic'>, Module> = { ...responses, ...claims, ...prompts, ...requests };

let op: Op;
beforeAll(async () => {
  op = await startOp();
}, 180_000);
afterAll(() => op?.stop());

test.each(plans.basic)('%s', (name) => modules[name](op));
