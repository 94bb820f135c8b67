interface RouteProgram {
  files: Readonly<Record<string, string>>;
  commands: readonly string[];
}

const packageFile = (dependencies: Record<string, string>) => JSON.stringify({ private: true, dependencies });

/** Programs of stacks with a server, before the file of `doorwright add` and with the two lines that use it. */
export const routePrograms: Readonly<Record<string, RouteProgram>> = {
  express: {
    files: {
      'package.json': packageFile({ express: '5.3.0', 'express-openid-connect': '3.4.0' }),
      'server.mjs': `
import express from 'express';
import { signIn } from './doorwright/sign-in.mjs';
const app = express();
app.use(signIn);
app.get('/', async ({ oidc }, res) => {
  res.send(oidc.isAuthenticated() ? 'Hello ' + (await oidc.fetchUserInfo()).name : '<a href="/login">Sign in</a>');
});
app.listen(process.env.PORT);`,
    },
    commands: ['npm install', 'node --env-file=.env server.mjs'],
  },
  'spring-boot': {
    files: {
      'pom.xml': `<project xmlns="http://maven.apache.org/POM/4.0.0">
<modelVersion>4.0.0</modelVersion><groupId>com.example</groupId><artifactId>shop</artifactId><version>1</version>
<parent><groupId>org.springframework.boot</groupId><artifactId>spring-boot-starter-parent</artifactId><version>3.5.7</version></parent>
<dependencies>
<dependency><groupId>org.springframework.boot</groupId><artifactId>spring-boot-starter-web</artifactId></dependency>
<dependency><groupId>org.springframework.boot</groupId><artifactId>spring-boot-starter-oauth2-client</artifactId></dependency>
</dependencies>
<build><plugins><plugin><groupId>org.springframework.boot</groupId><artifactId>spring-boot-maven-plugin</artifactId></plugin></plugins></build>
</project>`,
      'src/main/resources/application.yaml': `server.port: $${'{PORT}'}\n`,
      'src/main/java/com/example/Shop.java': `package com.example;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.security.core.annotation.AuthenticationPrincipal;
import org.springframework.security.oauth2.core.oidc.user.OidcUser;
import org.springframework.web.bind.annotation.*;
@SpringBootApplication @RestController
public class Shop {
  public static void main(String[] args) { SpringApplication.run(Shop.class, args); }
  @GetMapping("/") String home(@AuthenticationPrincipal OidcUser person) { return "Hello " + person.getFullName(); }
}`,
    },
    commands: ['mvn -q spring-boot:run'],
  },
  django: {
    files: {
      'requirements.txt': 'Authlib==1.9.10\nDjango==5.2.19\npython-dotenv==1.2.4\nrequests==2.34.2\n',
      'manage.py': `
import os, sys
from django.core.management import execute_from_command_line
from dotenv import load_dotenv
load_dotenv(interpolate=False)
os.environ["DJANGO_SETTINGS_MODULE"] = "settings"
execute_from_command_line(sys.argv)`,
      'settings.py': `
SECRET_KEY = "for-a-test"
DEBUG = True
ROOT_URLCONF = "urls"
MIDDLEWARE = ["django.contrib.sessions.middleware.SessionMiddleware"]
SESSION_ENGINE = "django.contrib.sessions.backends.cache"`,
      // The view for the sign-out is that of programs/django.
      'urls.py': `
from urllib.parse import urlencode
from django.http import HttpResponse
from django.shortcuts import redirect
from django.urls import include, path
from doorwright_sign_in import doorwright
def home(request):
    person = request.session.get("person")
    out = '<form method="post" action="/sign-out"></form>'
    return HttpResponse("Hello " + person["name"] + out if person else '<a href="/sign-in">Sign in</a>')
def sign_out(request):
    query = urlencode({"id_token_hint": request.session.get("id_token", "")})
    request.session.flush()
    return redirect(f"{doorwright.load_server_metadata()['end_session_endpoint']}?{query}")
urlpatterns = [path("", home), path("sign-out", sign_out), path("", include("doorwright_sign_in"))]`,
    },
    commands: [
      'python3 -m venv .venv',
      '.venv/bin/pip install -q -r requirements.txt',
      '.venv/bin/python manage.py runserver --noreload localhost:8001',
    ],
  },
  nextjs: {
    files: {
      'package.json': packageFile({ next: '16.4.6', react: '19.3.1', 'react-dom': '19.3.1', 'next-auth': '4.24.15' }),
      'app/layout.jsx': 'export default ({ children }) => <html lang="en"><body>{children}</body></html>;',
      'app/page.jsx': `
import { getServerSession } from 'next-auth';
export default async function Home() {
  const session = await getServerSession({ secret: process.env.OIDC_CLIENT_SECRET });
  return session ? <p>{'Hello ' + session.user.name}</p> : <a href="/start">Sign in</a>;
}`,
      // The function signIn of next-auth/react sends this form.
      'app/start/route.js': `
export async function GET(request) {
  const at = new URL(process.env.OIDC_REDIRECT_URI).origin + '/api/auth/';
  const first = await fetch(at + 'csrf', { headers: { cookie: request.headers.get('cookie') ?? '' } });
  const { csrfToken } = await first.json();
  const cookies = first.headers.getSetCookie();
  const cookie = cookies.map((each) => each.split(';')[0]).join('; ');
  const body = new URLSearchParams({ csrfToken, callbackUrl: new URL('/', at).href });
  const second = await fetch(at + 'signin/doorwright', { method: 'POST', body, redirect: 'manual', headers: { cookie } });
  const headers = new Headers({ location: second.headers.get('location') });
  for (const each of [...cookies, ...second.headers.getSetCookie()]) headers.append('set-cookie', each);
  return new Response(null, { status: 302, headers });
}`,
    },
    commands: ['npm install', 'NEXTAUTH_URL=http://localhost:3000 npx next dev'],
  },
};
