<?php

namespace App;

use Firebase\JWT\JWK;
use Firebase\JWT\JWT;
use Illuminate\Support\Facades\Http;
use Illuminate\Support\Str;
use Laravel\Socialite\Two\AbstractProvider;
use Laravel\Socialite\Two\InvalidStateException;
use Laravel\Socialite\Two\User;

/** Socialite keeps state and verifier in the session of the visitor. OpenID Connect adds the nonce and the ID token. */
class DoorwrightProvider extends AbstractProvider
{
    protected $usesPKCE = true;

    protected $scopes = ['openid', 'profile', 'email'];

    protected $scopeSeparator = ' ';

    public static function metadata(string $name): string
    {
        $issuer = config('services.doorwright.issuer');

        return Http::get("$issuer/.well-known/openid-configuration")->throw()->json($name);
    }

    protected function getAuthUrl($state)
    {
        $this->request->session()->put('nonce', $nonce = Str::random(40));
        $address = $this->buildAuthUrlFromBase(self::metadata('authorization_endpoint'), $state);

        return "$address&nonce=$nonce";
    }

    protected function getTokenUrl()
    {
        return self::metadata('token_endpoint');
    }

    protected function getUserByToken($token)
    {
        return Http::withToken($token)->get(self::metadata('userinfo_endpoint'))->throw()->json();
    }

    protected function userInstance(array $response, array $user)
    {
        $keys = JWK::parseKeySet(Http::get(self::metadata('jwks_uri'))->throw()->json(), 'RS256');
        $claims = (array) JWT::decode($response['id_token'], $keys);
        $isOurs = $claims['iss'] === config('services.doorwright.issuer')
            && in_array($this->clientId, (array) $claims['aud'], true)
            && $claims['nonce'] === $this->request->session()->pull('nonce')
            && $claims['sub'] === $user['sub'];
        if (! $isOurs) {
            throw new InvalidStateException('The ID token is not of this sign-in.');
        }

        return parent::userInstance($response, ['id_token' => $response['id_token'], ...$claims, ...$user]);
    }

    protected function mapUserToObject(array $user)
    {
        return (new User)->setRaw($user)->map(['id' => $user['sub'], 'name' => $user['name'] ?? $user['sub']]);
    }
}
