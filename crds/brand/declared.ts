import type { Constraint } from '../constraint.ts';

/** CSS with one of these is refused in any case. The api judges the rest, and names the line (`own-css.ts`). */
const never = String.raw`[@<\\]|url *\(`;

export const brandConstraints: readonly Constraint[] = [
  {
    rule: `!has(self.customCss) || !self.customCss.matches(r'${never}')`,
    message: 'customCss must have no @-rule, no url(), no < and no backslash',
    member: 'customCss',
    holds: ({ customCss }: { customCss?: string }) => !new RegExp(never).test(customCss ?? ''),
  },
];
