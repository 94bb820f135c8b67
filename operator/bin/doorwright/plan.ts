import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { ApiRefusal } from '../../api/api-refusal.ts';
import type { Applied, ObjectState } from '../../api/declared-objects.ts';
import { type PlanApi, planOf } from '../../plan/plan.ts';
import { readFolder } from '../../plan/read-manifests.ts';
import { removalsOf } from '../../plan/removals.ts';
import { Redactor } from '../../runtime/observe/redact.ts';
import type { CommandApi } from './api.ts';
import type { Command } from './command.ts';
import { CommandError } from './command-error.ts';
import { declaredObjects } from './declared-objects.ts';
import { formatted } from './output.ts';
import { printPlan, summaryOf } from './print-plan.ts';

type Id = { kind: string; owner: string; name: string };

const pathOf = ({ kind, owner, name }: Id) => `/${kind}/${encodeURIComponent(owner)}/${encodeURIComponent(name)}`;

const planApi = ({ ask }: CommandApi): PlanApi => ({
  read: (id) =>
    ask<ObjectState>({ method: 'GET', path: pathOf(id) }).catch((error) => {
      if (error instanceof ApiRefusal && error.code === 'NotFound') return undefined;
      throw error;
    }),
  tryOut: (id, declaration) =>
    ask<Applied>({ method: 'PUT', path: pathOf(id), body: { ...declaration, dryRun: true } }),
});

export const plan: Command = {
  usage: '-f <folder or file> [--prune]',
  summary: 'Shows what applying manifests would change, and changes nothing',
  options: { filename: { type: 'string', short: 'f' }, prune: { type: 'boolean' } },
  help: `  -f, --filename    the manifests
  --prune           also what becomes of objects of the same cluster and of namespaces that the manifests are in, which no manifest
                    names any more: for whoever applies with pruning. Of a folder that an operator reconciles this is always told.

Secrets come from Secret manifests and, as \${NAME}, from the environment. Those that are nowhere to be found are not compared.
Exit codes: 0 nothing would change, 2 something would, 1 a manifest is invalid or would be refused, or the api cannot be asked.
`,
  outputs: ['table', 'json', 'yaml'],
  async run({ options: { filename, output, prune }, config, environment, api, screen }) {
    if (!filename) throw new CommandError('-f names the folder of manifests.');
    if (!existsSync(String(filename))) throw new CommandError(`${filename} is neither a folder nor a file.`);
    const manifests = await readFolder(String(filename), { secretsDir: config.secretsDir, environment });
    const redactor = new Redactor();
    redactor.remember('manifests', manifests.secretValues);
    const { problems } = manifests;
    const scope = { folder: `folder:${resolve(String(filename))}`, isPruning: prune === true };
    const removals = await removalsOf(manifests, scope, (kind) => declaredObjects(api, kind));
    // Files do not say which namespace the operator runs in, so the setting decides.
    const rights = { ...config, platformNamespaces: config.platformNamespaces ?? ('all' as const) };
    const items = [...(await planOf(manifests, planApi(api), rights)), ...removals];
    const summary = summaryOf(items);
    const safe = { ...screen, out: (text: string) => screen.out(redactor.redact(text)) };
    for (const { file, line, message } of problems)
      screen.note(redactor.redact(`${screen.paint('red', `${file}:${line}`)}: ${message}`));
    if (output === 'table') printPlan(items, summary, safe);
    else safe.out(formatted(String(output), { items, problems, summary }));
    if (problems.length > 0 || summary.refused > 0) return 1;
    const { create, change, adopt, release } = summary;
    return create + change + adopt + release + summary.delete > 0 ? 2 : 0;
  },
};
