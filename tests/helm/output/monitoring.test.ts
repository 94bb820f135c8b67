import { readFile } from 'node:fs/promises';
import { connect } from '@doorwright/api/db/knex.ts';
import { createMetrics as createApiMetrics } from '@doorwright/api/process/observe/metrics.ts';
import { createMetrics as createOperatorMetrics } from '@doorwright/operator/runtime/observe/metrics.ts';
import { expect, it } from 'vitest';
import { parse } from 'yaml';

interface Alert {
  alert: string;
  expr: string;
  summary: string;
}

const alerts = async () => parse(await readFile('helm/alerts.yaml', 'utf8')) as Alert[];

interface Dashboard {
  panels: { type: string; title: string; targets?: { expr: string }[] }[];
}

const queries = async () => {
  const dashboard = JSON.parse(await readFile('helm/dashboards/doorwright.json', 'utf8')) as Dashboard;
  return dashboard.panels.flatMap(({ targets = [] }) => targets.map(({ expr }) => expr));
};

/** The names of metrics in an expression, without selectors, functions and groups. */
const metricsIn = (expression: string) => [
  ...new Set([...expression.matchAll(/\b([a-z][a-z0-9_]+)\{/g)].map(([, name]) => name as string)),
];

async function exposed(): Promise<Set<string>> {
  const db = connect('postgres://nobody@127.0.0.1:1/none');
  const api = await createApiMetrics({ db }).text();
  await db.destroy();
  const operator = await createOperatorMetrics().registry.metrics();
  const declared = [...`${api}\n${operator}`.matchAll(/^# TYPE (\S+) (\S+)/gm)];
  const series = declared.flatMap(([, name, type]) =>
    type === 'histogram' ? ['_bucket', '_count', '_sum'].map((suffix) => name + suffix) : [name as string],
  );
  return new Set([...series, 'up']);
}

it('alerts and the dashboard use only metrics of our programs', async () => {
  const known = await exposed();
  const asked = [...(await alerts()).map(({ expr }) => expr), ...(await queries())];
  expect(asked.length).toBeGreaterThan(25);
  for (const expression of asked) {
    const names = metricsIn(expression);
    expect(names).not.toEqual([]);
    expect(names.filter((name) => !known.has(name))).toEqual([]);
  }
});

it('every alert has a runbook with its name, which begins with its summary', async () => {
  const runbooks = await readFile('console/guide/platform/alerts-and-runbooks.md', 'utf8');
  for (const { alert, summary } of await alerts()) expect(runbooks).toContain(`## ${alert}\n\n${summary}`);
});
