{{- define "read-it.labels" -}}
app.kubernetes.io/name: {{ .Chart.Name }}
app.kubernetes.io/instance: {{ .Release.Name }}
app.kubernetes.io/version: {{ .Chart.AppVersion | quote }}
app.kubernetes.io/managed-by: {{ .Release.Service }}
helm.sh/chart: {{ printf "%s-%s" .Chart.Name .Chart.Version }}
{{- end }}

{{- define "read-it.image" -}}
{{ .Values.image.repository }}:{{ .Values.image.tag | default .Chart.AppVersion }}
{{- end }}

{{/* Settings as environment variables; empty ones are left out. Takes (dict "root" $ "settings" map). */}}
{{- define "read-it.environment" -}}
envFrom:
  - secretRef:
      name: {{ required "secretName: name a Secret with DATABASE_URL and the other secrets" .root.Values.secretName }}
env:
{{- range $name, $value := .settings }}
{{- if ne (toString $value) "" }}
  - name: {{ $name }}
    {{- /* Numbers in values.yaml are floating-point: 1000000 would be written as 1e+06. */}}
    value: {{ ternary (int64 $value) $value (and (kindIs "float64" $value) (eq (toString (floor $value)) (toString $value))) | toString | quote }}
{{- end }}
{{- end }}
{{- if .root.Values.operator }}
  - name: OPERATOR_FILE
    value: /etc/read-it/operator.json
{{- end }}
{{- end }}

{{- define "read-it.podSecurity" -}}
automountServiceAccountToken: false
securityContext:
  runAsNonRoot: true
  runAsUser: 65532
  runAsGroup: 65532
  fsGroup: 65532
  seccompProfile: { type: RuntimeDefault }
{{- end }}

{{- define "read-it.containerSecurity" -}}
securityContext:
  readOnlyRootFilesystem: true
  allowPrivilegeEscalation: false
  capabilities: { drop: [ALL] }
{{- end }}
