import type { KindEditor } from '../../editor/kind-editor.ts';
import type { ControlProps } from '../../fields/control.ts';
import { referrersOf } from '../../fields/referrers.ts';
import { SeveralControl } from '../../fields/SeveralControl.tsx';
import { useStoredId } from '../../fields/use-stored-id.ts';

type Named = Record<string, unknown>;

const nesting = {
  idOf: ({ owner, name }: Named) => `${owner}/${name}`,
  namedBy: ({ roles }: Named) => (roles ?? []) as string[],
};

/** A role cannot contain itself, directly or indirectly. */
function SubRolesControl(props: ControlProps<string[]>) {
  const own = nesting.idOf(useStoredId());
  return <SeveralControl {...props} scope={{ except: (roles) => referrersOf(own, roles, nesting) }} />;
}

export const roleEditor: KindEditor = { controls: { roles: SubRolesControl } };
