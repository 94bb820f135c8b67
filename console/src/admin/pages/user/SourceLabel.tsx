import { Label } from '@patternfly/react-core';
import { registry } from '../../kinds.ts';
import { paths } from '../../paths.ts';
import { Link } from '../../router/Link.tsx';
import { useTranslation } from '../../words/use-translation.ts';

export interface Source {
  kind: 'direct' | 'group' | 'role' | 'plan';
  /** owner/name, empty for `direct`. */
  id: string;
}

/** The way by which the user has something, with a link to the object in between. */
export function SourceLabel({ kind, id }: Source) {
  const { t } = useTranslation('users');
  if (kind === 'direct') return <Label isCompact>{t('access.direct')}</Label>;
  const [owner, name] = id.split('/');
  return (
    <Label
      isCompact
      variant="outline"
      render={({ className, content }) => (
        <Link to={paths.editor(registry.named(kind), { owner, name })} className={className}>
          {content}
        </Link>
      )}
    >
      {t(`access.via.${kind}`, { name })}
    </Label>
  );
}
