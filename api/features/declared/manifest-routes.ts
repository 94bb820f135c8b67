import { checkManifest } from '@doorwright/crds/derive/manifest.ts';
import { manifestReport } from '@doorwright/crds/kinds/manifest-report.ts';
import { emit } from '@doorwright/crds/schema/schema.ts';
import { bodyObject } from '../../core/objects/rules/input.ts';
import type { Route } from '../../http/route.ts';
import type { RouteDeps } from '../../kinds/route-deps.ts';
import { readElsewhere, readReports, reportBody, saveReport } from './manifest-reports.ts';
import { refuseNarrowed } from './narrowed-token.ts';
import { parsed } from './request.ts';
import type { DeclaredRoute } from './route.ts';

const path = '/manifests';

/** For operators, and for `doorwright status`. */
export const manifestRoutes = (): DeclaredRoute[] => [
  {
    method: 'put',
    path,
    async handle({ caller, req, work }) {
      refuseNarrowed(caller);
      await saveReport(parsed(reportBody, req.body), work);
      return {};
    },
  },
  {
    method: 'get',
    path,
    async handle({ caller, work }) {
      refuseNarrowed(caller);
      return { items: await readReports(work) };
    },
  },
];

const text = { type: 'string' };
const { cluster = {}, reportedTime = {}, resources = {} } = emit(manifestReport.schema).properties ?? {};

/** For the console. */
export const declaredPageRoutes = ({ db, store, registry }: RouteDeps): Route[] => [
  {
    method: 'GET',
    path: '/api/get-manifests',
    summary: 'Tells how the custom resources of folders fare, and which objects clusters declare.',
    tag: 'Declared',
    permission: 'globalAdmin',
    answer: {
      data: { type: 'array', items: { type: 'object', properties: { cluster, reportedTime, resources } } },
      data2: {
        type: 'array',
        items: { type: 'object', properties: { kind: text, object: text, namespace: text, resource: text } },
      },
    },
    async handle() {
      const work = { sql: db, store, registry };
      return { data: await readReports(work), data2: await readElsewhere(work) };
    },
  },
  {
    method: 'POST',
    path: '/api/check-manifest',
    summary: 'Checks a custom resource as a cluster does, and stores nothing.',
    tag: 'Declared',
    permission: 'administrator',
    body: { type: 'object' },
    answer: { data: { type: 'array', items: { type: 'object', properties: { path: text, message: text } } } },
    async handle({ body }) {
      const { problems } = checkManifest(registry.kinds, bodyObject(body));
      return { data: problems.map(({ path: place, message }) => ({ path: place.join('.'), message })) };
    },
  },
];
