/** The parts of a policy such as `length(8) and notUsername and hashAlgorithm(argon2)`. */
function partsOf(policy: string): Map<string, string> {
  const parts = policy.split(' and ').flatMap((part) => {
    const [, name, value = ''] = part.trim().match(/^(\w+)(?:\((.*)\))?$/s) ?? [];
    return name ? [[name, value === 'undefined' ? '' : value] as const] : [];
  });
  return new Map(parts.sort(([a], [b]) => (a < b ? -1 : 1)));
}

/** The field of an organization for each part, with the largest value that it takes. */
const fields = { length: ['passwordLength', 64], passwordHistory: ['passwordHistory', 24] } as const;

/** Stored passwords keep their own parameters, and new ones have ours. */
const internal = new Set(['hashAlgorithm', 'hashIterations']);

const daysPart = 'forceExpiredPasswordChange';
const mostDays = 3650;

/** The rules for passwords as fields of an organization, and the parts that have no field. */
export function readPolicy(policy: string): { rules: Record<string, number>; lost: string[] } {
  const rules: Record<string, number> = {};
  const lost: string[] = [];
  for (const [part, value] of partsOf(policy)) {
    const [field, most] = part === daysPart ? ['passwordDays', mostDays] : (fields[part as keyof typeof fields] ?? []);
    const number = Number(value);
    if (field && most && Number.isInteger(number) && number >= 0 && number <= most) rules[field] = number;
    else if (!internal.has(part)) lost.push(value ? `${part}(${value})` : part);
  }
  return { rules, lost };
}
