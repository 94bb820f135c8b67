import { keycloakColumns, keycloakTable } from '@doorwright/crds/options/syncer-options.ts';
import type { KindEditor } from '../../editor/kind-editor.ts';
import type { ControlProps } from '../../fields/control.ts';
import { ItemsControl } from '../../fields/ItemsControl.tsx';
import type { Item } from '../../fields/new-item.ts';
import { runsPart, testPart } from '../sync/runs-part.tsx';
import { help, labels, shownWhen } from './fields-of-type.ts';

const fresh = (_row: Item, place: number) => ({ name: `column${place}` });
const test = testPart('syncer');

export const syncerEditor: KindEditor = {
  controls: { tableColumns: (props: ControlProps<Item[]>) => <ItemsControl {...props} rules={{ fresh }} /> },
  labels,
  help,
  shownWhen,
  lockedWhen: { table: ({ type }) => type === 'Keycloak' },
  following: {
    type: ({ type }) =>
      type === 'Keycloak' ? { table: keycloakTable, tableColumns: keycloakColumns } : { tableColumns: [] },
  },
  parts: { settings: test, mapping: test, runs: runsPart('syncer') },
  newParts: { settings: test, mapping: test },
};
