import type { Constraint } from '../constraint.ts';

/** Members of the spec that become part of Kubernetes objects, so the cluster's rules for them apply. */
type Marks = { labels?: Record<string, string>; annotations?: Record<string, string> };

const word = '[A-Za-z0-9]([-A-Za-z0-9_.]{0,61}[A-Za-z0-9])?';
const subdomain = (letters: string) => {
  const label = `[${letters}0-9]([-${letters}0-9]{0,61}[${letters}0-9])?`;
  return String.raw`${label}(\.${label})*`;
};
const qualified = (letters: string) => `^(${subdomain(letters)}/)?${word}$`;

// These patterns mean the same in RE2 and JavaScript.
const labelKey = qualified('a-z');
const annotationKey = qualified('A-Za-z');
const labelValue = `^(${word})?$`;
const secretKey = String.raw`^([-_a-zA-Z0-9]|\.[-_a-zA-Z0-9])[-._a-zA-Z0-9]{0,252}$`;
const ours = 'doorwright.dev/';

const keys = (all: Record<string, unknown> = {}) => Object.keys(all);
const each = (member: string, condition: string) => `!has(self.${member}) || self.${member}.all(key, ${condition})`;
const like = (pattern: string) => `key.matches(r'${pattern}')`;

export const aliasConstraint: Constraint = {
  rule: each('keyAliases', `${like(secretKey)} && key.size() <= 253`),
  message:
    'keyAliases must be keys that a Secret can have: at most 253 letters, digits, dashes, dots and underscores, neither one dot alone nor two dots at the beginning',
  member: 'keyAliases',
  holds: ({ keyAliases }: { keyAliases?: Record<string, string> }) =>
    keys(keyAliases).every((key) => new RegExp(secretKey).test(key) && key.length <= 253),
};

const named = (member: keyof Marks, pattern: string): Constraint => ({
  rule: each(member, `${like(pattern)} && key.indexOf('/') <= 253`),
  message: `${member} must have keys such as team or example.com/team: a name of at most 63 letters, digits, dashes, dots and underscores, which begins and ends with a letter or digit, with a domain before it if need be`,
  member,
  holds: (marks: Marks) => keys(marks[member]).every((key) => new RegExp(pattern).test(key) && key.indexOf('/') <= 253),
});

const notOurs = (member: keyof Marks): Constraint => ({
  rule: each(member, `!key.startsWith('${ours}')`),
  message: `only the operator sets ${member} of doorwright.dev`,
  member,
  holds: (marks: Marks) => !keys(marks[member]).some((key) => key.startsWith(ours)),
});

/** Keys of labels and annotations. */
export const markConstraints: readonly Constraint[] = [
  named('labels', labelKey),
  {
    rule: each('labels', `self.labels[key].matches(r'${labelValue}')`),
    message:
      'labels must have values of at most 63 letters, digits, dashes, dots and underscores, which begin and end with a letter or digit, or are empty',
    member: 'labels',
    holds: ({ labels = {} }: Marks) => Object.values(labels).every((value) => new RegExp(labelValue).test(value)),
  },
  notOurs('labels'),
  named('annotations', annotationKey),
  notOurs('annotations'),
];
