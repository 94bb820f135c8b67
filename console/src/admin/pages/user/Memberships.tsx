import type { Kind, Row } from '@doorwright/crds';
import { Label, LabelGroup } from '@patternfly/react-core';
import { paths } from '../../paths.ts';
import { Link } from '../../router/Link.tsx';
import { mayList, useAccount } from '../../session/account.ts';
import { folded } from '../../ui/folded.ts';
import { useTranslation } from '../../words/use-translation.ts';

interface Props {
  label: string;
  kind: Kind;
  of: readonly Row[];
}

/** Links to the objects that contain a user, for administrators. */
export function Memberships({ label, kind, of }: Props) {
  const { t } = useTranslation();
  const account = useAccount();
  const isLinked = account && mayList(kind, account);
  if (of.length === 0) return t('empty');
  return (
    <LabelGroup aria-label={label} {...folded(t, of.length, 20)}>
      {of.map((each) => (
        <Label
          key={`${each.owner}/${each.name}`}
          variant="outline"
          {...(isLinked && {
            render: ({ className, content }) => (
              <Link to={paths.editor(kind, each)} className={className}>
                {content}
              </Link>
            ),
          })}
        >
          {String(each.displayName || each.name)}
        </Label>
      ))}
    </LabelGroup>
  );
}
