import { createFacebook } from '../stand-ins/facebook.ts';
import { createGitee } from '../stand-ins/gitee.ts';
import { createSteam } from '../stand-ins/steam.ts';
import { createWeibo } from '../stand-ins/weibo.ts';
import type { Row } from '../table.ts';

/** Services of other countries without OpenID Connect. */
export function westernRows(): Row[] {
  const facebook = createFacebook();
  const gitee = createGitee();
  const weibo = createWeibo();
  const steam = createSteam();

  return [
    {
      ...{ type: 'Facebook', label: 'Facebook', standIn: facebook, lacks: ['username', 'email'] },
      become({ id, displayName, email }) {
        const [first_name, last_name] = displayName.split(' ');
        const picture = { data: { url: `https://graph.facebook.com/${id}.jpg`, is_silhouette: false } };
        facebook.user = { id, name: displayName, first_name, last_name, email, picture };
      },
    },
    {
      ...{ type: 'Gitee', label: 'Gitee', standIn: gitee },
      become({ id, username, displayName, email }) {
        gitee.user = { id: Number(id), login: username, name: displayName, email: null };
        gitee.emails = [{ email, state: 'confirmed', scope: ['primary', 'notified'] }];
      },
    },
    {
      ...{ type: 'Weibo', label: 'Weibo', standIn: weibo, lacks: ['email'] },
      become({ id, username, displayName, email }) {
        weibo.user = { id: Number(id), idstr: id, name: username, screen_name: displayName };
        weibo.email = email;
      },
    },
    {
      ...{ type: 'Steam', label: 'Steam', standIn: steam, lacks: ['displayName', 'email'] },
      become({ id, username }) {
        const steamid = id.padStart(17, '7');
        steam.user = { steamid, personaname: username, avatarfull: `https://avatars.steamstatic.com/${id}.jpg` };
      },
    },
  ];
}
