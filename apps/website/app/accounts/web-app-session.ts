export const WEB_APP_SESSION = '/user/web-app-session'
