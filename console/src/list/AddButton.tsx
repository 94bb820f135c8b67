import type { Kind } from '@doorwright/crds';
import { Button } from '@patternfly/react-core';
import { paths } from '../paths.ts';
import { hereAsOrigin, navigate } from '../router/router.ts';
import { useTranslation } from '../words/use-translation.ts';

interface Props {
  kind: Kind;
  organization?: string;
  title?: string;
}

/** Opens the editor of a new object. The server stores nothing before the first save. */
export function AddButton({ kind, organization, title }: Props) {
  const { t } = useTranslation();
  const open = () => navigate(paths.add(kind, organization), { state: hereAsOrigin() });
  return <Button onClick={open}>{title ?? t('add')}</Button>;
}
