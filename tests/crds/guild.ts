import { defineKind, type Kind } from '@doorwright/crds';
import { type Declaration, declare } from '@doorwright/crds/declare.ts';
import { isDeclared } from '@doorwright/crds/derive/spec.ts';
import { flag, list, text } from '@doorwright/crds/field.ts';
import { z } from 'zod';

const everyone = { list: 'anyone', get: 'anyone' } as const;

/** A new kind, as a developer would write it. */
export function guildDeclaredAs(declared: Declaration) {
  const guild = defineKind({
    kind: 'Guild',
    about: 'People of one trade.',
    owner: 'admin',
    tenant: 'organization',
    access: everyone,
    declared,
    fields: {
      organization: text('Organization', {
        about: 'Where the people come from.',
        refers: { kind: 'organization', by: 'name', onDelete: 'refuse' },
      }),
      motto: text('Motto', { about: 'What they say.', max: 20 }),
      password: text('Password', { about: 'What opens their door.', secret: 'masked' }),
      trades: list('Trades', z.string().min(1).max(20), { about: 'What they do.' }),
      isSecret: flag('Is secret', { about: 'Nobody knows them.' }),
    },
  }) as unknown as Kind;
  if (!isDeclared(guild)) throw new Error('A guild is declared');
  return guild;
}

export const guildDeclared = declare({
  shortName: 'dwguild',
  references: { organization: 'organizationRef' },
  secrets: { password: 'passwordSecretRef' },
  deletionPolicy: 'Delete',
});
