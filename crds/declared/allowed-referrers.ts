import { z } from 'zod';
import { constrained } from '../constraint.ts';

const labelText = (about: string) => z.string().max(316).describe(about);

const requirement = z.object({
  key: labelText('Label of the requirement.'),
  operator: z.enum(['In', 'NotIn', 'Exists', 'DoesNotExist']).describe('Relation of the label to the values.'),
  values: z
    .array(z.string().max(63))
    .max(50)
    .describe('Values for In and NotIn.')
    .meta({ 'x-kubernetes-list-type': 'set' })
    .optional(),
});

const selector = z
  .object({
    matchLabels: z
      .record(z.string().max(316), z.string().max(63))
      .describe('Labels and the values they must have.')
      .meta({ maxProperties: 20 })
      .optional(),
    matchExpressions: z.array(requirement).max(20).describe('Requirements that must all be met.').optional(),
  })
  .describe(
    "Labels of the allowed namespaces. A namespace's owner can set every label except kubernetes.io/metadata.name.",
  );

const namespaces = constrained(
  z.object({
    from: z
      .enum(['Same', 'Selector', 'All'])
      .describe(
        'Same allows the namespace of this resource, Selector allows namespaces with certain labels, All allows every namespace.',
      ),
    selector: selector.optional(),
  }),
  [
    {
      rule: "(self.from == 'Selector') == has(self.selector)",
      message: 'selector is required when from is Selector, and not allowed otherwise',
      member: 'selector',
      holds: ({ from, selector }: { from: string; selector?: unknown }) =>
        (from === 'Selector') === (selector !== undefined),
    },
  ],
).describe('The namespaces that are allowed.');

/** The fate of an Application that a resource no longer permits to refer to it. */
export const revocations = ['Freeze', 'Disable'] as const;

/**
 * The namespaces that may refer to a resource. Both sides must agree: the referrer names the namespace, and this list allows it. `grants`
 * has the widest choices of these referrers, by the members that declarations name as `granted`.
 */
export const allowedReferrers = <const K extends readonly [string, ...string[]]>(
  kinds: K,
  grants: z.ZodRawShape = {},
) =>
  z
    .array(
      z.object({
        kinds: z
          .array(z.enum(kinds))
          .min(1)
          .max(10)
          .describe('Kinds that are allowed.')
          .meta({ 'x-kubernetes-list-type': 'set' }),
        namespaces,
        ...grants,
      }),
    )
    .max(20)
    .describe(
      'Resources that can refer to this one. By default, those of the same namespace. A list needs an entry with Same for them.',
    );
