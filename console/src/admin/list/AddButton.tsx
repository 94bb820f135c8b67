import type { Kind } from '@doorwright/crds';
import { Button } from '@patternfly/react-core';
import { useNavigate } from 'react-router-dom';
import { paths } from '../paths.ts';
import { hereAsOrigin } from '../router/page.ts';
import { useTranslation } from '../words/use-translation.ts';

interface Props {
  kind: Kind;
  organization?: string;
  title?: string;
}

/** Opens the editor of a new object. The server stores nothing before the first save. */
export function AddButton({ kind, organization, title }: Props) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const open = () => void navigate(paths.add(kind, organization), { state: hereAsOrigin() });
  return <Button onClick={open}>{title ?? t('add')}</Button>;
}
