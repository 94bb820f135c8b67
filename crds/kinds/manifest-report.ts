import { z } from 'zod';
import { defineKind } from '../define.ts';
import { choice, integer, list, moment, text } from '../field.ts';

const readiness = ['True', 'False', 'Unknown'] as const;

const resource = z.object({
  file: text('File', { about: 'File that declares it.', max: 1000 }),
  line: integer('Line', { about: 'Line of its beginning or of the error.' }),
  kind: text('Kind', { about: 'Kind of the resource. Empty if the file cannot be read.' }),
  namespace: text('Namespace', { about: 'Namespace of the resource.', max: 63 }),
  name: text('Name', { about: 'metadata.name of the resource.', max: 253 }),
  object: text('Object', { about: 'Name of the object that it declares.' }),
  ready: choice('Ready', readiness, { about: 'Whether the object matches the resource.', initial: 'Unknown' }),
  reason: text('Reason', { about: 'Reason, in one word.' }),
  message: text('Message', { about: 'Reason, in one sentence.', max: 2000 }),
  drift: integer('Drift', { about: 'Number of fields that differ from the resource.' }),
  since: moment('Since', { about: 'When the server first heard of this state. The operator does not send it.' }),
});

export type ReportedResource = z.infer<typeof resource>;

/** The state of the custom resources in a folder, as their operator reported it last. */
export const manifestReport = defineKind({
  kind: 'ManifestReport',
  about:
    'The state of the custom resources in a folder, or of those in a cluster that are not applied or differ, from the last report of their operator.',
  owner: 'admin',
  tenant: 'platform',
  internal: true,
  access: {},
  fields: {
    cluster: text('Cluster', { about: 'Id of the folder or cluster, as in the origins of its objects.', max: 253 }),
    reportedTime: moment('Reported', { about: "Time of the operator's last report." }),
    resources: list('Resources', resource, { about: 'The declared resources and their problems.', max: 5000 }),
  },
});

export type ManifestReport = z.infer<typeof manifestReport.schema>;
