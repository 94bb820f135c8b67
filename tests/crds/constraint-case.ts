/** One constraint, with a spec that it accepts and one that it refuses. */
export interface Case {
  kind: string;
  /** A text that the refusal contains. */
  message: string;
  accepted: Record<string, unknown>;
  refused: Record<string, unknown>;
  /** Only a change can break it: `accepted` is stored, and `refused` is the update. */
  change?: true;
  /** metadata.name, if it matters. */
  name?: string;
}

export const organizationRef = { name: 'acme' };
export const client = { organizationRef, generate: true };
export const rotation = { intervalDays: 30, overlapHours: 24 };
export const selector = { matchLabels: { 'kubernetes.io/metadata.name': 'shop' } };
export const secret = { name: 'given', key: 'value' };

export const referrers = (kind: string, referrer: string, rest = {}): Case => ({
  kind,
  message: 'selector is required when from is Selector, and not allowed otherwise',
  accepted: { ...rest, allowedReferrers: [{ kinds: [referrer], namespaces: { from: 'Selector', selector } }] },
  refused: { ...rest, allowedReferrers: [{ kinds: [referrer], namespaces: { from: 'All', selector } }] },
});

export const naming = (kind: string, spec = {}): Case[] => [
  {
    kind,
    message: 'spec.name cannot be changed: delete the resource and create one with the new name',
    accepted: { ...spec, name: 'one' },
    refused: { ...spec, name: 'two' },
    change: true,
  },
  {
    kind,
    message: 'set spec.name to a name of at most 63 characters without dots, because metadata.name does not fit',
    accepted: { ...spec, name: 'short' },
    refused: spec,
    name: 'with.dots',
  },
  {
    kind,
    message:
      'spec.name must be a DNS label; an object that is there under another name can be declared with managementPolicy: Observe, or with adoptionPolicy: IfIdentical or Adopt',
    accepted: { ...spec, name: 'as_it_was_Called', adoptionPolicy: 'IfIdentical' },
    refused: { ...spec, name: 'as_it_was_Called' },
  },
];

/** The name is in spec.name, or comes from metadata.name. */
export const reserved = (kind: string, name: string, spec = {}): Case[] => {
  const message = `the platform keeps ${name} itself: declare it with managementPolicy: Observe`;
  return [
    { kind, message, accepted: { ...spec, name, managementPolicy: 'Observe' }, refused: { ...spec, name } },
    { kind, message, accepted: { ...spec, name: 'another' }, refused: spec, name },
  ];
};

export const fixedOrganization = (kind: string, spec: Record<string, unknown>): Case => ({
  kind,
  message: 'organizationRef cannot be changed once it is set: delete the resource and create it again',
  accepted: spec,
  refused: { ...spec, organizationRef: { name: 'other' } },
  change: true,
});

/** The color has a pattern, which the API server checks too. */
export const looks = (kind: string, rest = {}): Case => ({
  kind,
  message: 'customCss must have no @-rule, no url(), no < and no backslash',
  accepted: { ...rest, primaryColor: '#0066cc', corners: 'pill', customCss: 'h1 { color: #0066cc }' },
  refused: { ...rest, customCss: '@import "https://evil.example/x.css";' },
});
