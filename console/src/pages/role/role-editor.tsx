import { leadingTo } from '../../fields/circle.ts';
import type { ControlProps } from '../../fields/control.ts';
import { SeveralControl } from '../../fields/SeveralControl.tsx';
import { useStored } from '../../fields/use-stored.ts';
import type { KindEditor } from '../../resource/kind-editor.ts';

type Named = Record<string, unknown>;

const nesting = {
  idOf: ({ owner, name }: Named) => `${owner}/${name}`,
  namedBy: ({ roles }: Named) => (roles ?? []) as string[],
};

/** A role cannot contain itself, directly or indirectly. */
function SubRolesControl(props: ControlProps<string[]>) {
  const own = nesting.idOf(useStored());
  return <SeveralControl {...props} scope={{ except: (roles) => leadingTo(own, roles, nesting) }} />;
}

export const roleEditor: KindEditor = { controls: { roles: SubRolesControl } };
