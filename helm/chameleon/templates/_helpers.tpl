{{- define "chameleon.name" -}}
{{- default .Chart.Name .Values.nameOverride | trunc 40 | trimSuffix "-" -}}
{{- end -}}

{{- define "chameleon.fullname" -}}
{{- if .Values.fullnameOverride -}}
{{- .Values.fullnameOverride | trunc 40 | trimSuffix "-" -}}
{{- else if contains (include "chameleon.name" .) .Release.Name -}}
{{- .Release.Name | trunc 40 | trimSuffix "-" -}}
{{- else -}}
{{- printf "%s-%s" .Release.Name (include "chameleon.name" .) | trunc 40 | trimSuffix "-" -}}
{{- end -}}
{{- end -}}

{{/* Selectors never change: name, instance, component. */}}
{{- define "chameleon.selector" -}}
app.kubernetes.io/name: {{ include "chameleon.name" .root }}
app.kubernetes.io/instance: {{ .root.Release.Name }}
app.kubernetes.io/component: {{ .component }}
{{- end -}}

{{- define "chameleon.labels" -}}
{{ include "chameleon.selector" . }}
app.kubernetes.io/version: {{ .root.Chart.AppVersion | quote }}
app.kubernetes.io/part-of: chameleon
app.kubernetes.io/managed-by: {{ .root.Release.Service }}
helm.sh/chart: {{ printf "%s-%s" .root.Chart.Name .root.Chart.Version | replace "+" "_" }}
{{- with .root.Values.commonLabels }}
{{ toYaml . }}
{{- end }}
{{- end -}}

{{/* Address families of a Service, in its spec. */}}
{{- define "chameleon.families" -}}
{{- with .Values.ipFamilyPolicy }}
  ipFamilyPolicy: {{ . }}
{{- end }}
{{- with .Values.ipFamilies }}
  ipFamilies: {{ toJson . }}
{{- end }}
{{- end -}}

{{- define "chameleon.image" -}}
{{- $registry := default .Values.image.registry .Values.global.imageRegistry -}}
{{- if $registry }}{{ $registry }}/{{ end }}{{ .Values.image.repository }}
{{- if .Values.image.digest }}@{{ .Values.image.digest }}{{ else }}:{{ default .Chart.AppVersion .Values.image.tag }}{{ end -}}
{{- end -}}

{{/* Fragments of an object of a scheme such as REP(3) or EC(4+2), and how many of them may be missing. */}}
{{- define "chameleon.width" -}}
{{- if regexMatch "^REP\\([0-9]+\\)$" . -}}
{{- regexFind "[0-9]+" . -}}
{{- else -}}
{{- $width := 0 -}}
{{- range regexFindAll "[0-9]+" . -1 }}{{ $width = add $width (int .) }}{{ end -}}
{{- $width -}}
{{- end -}}
{{- end -}}

{{- define "chameleon.tolerance" -}}
{{- if regexMatch "^REP\\([0-9]+\\)$" . -}}
{{- sub (regexFind "[0-9]+" . | int) 1 -}}
{{- else if regexMatch "^LRC" . -}}
{{- add (regexFind "[0-9]+\\)" . | trimSuffix ")" | int) 1 -}}
{{- else -}}
{{- regexFind "[0-9]+\\)" . | trimSuffix ")" -}}
{{- end -}}
{{- end -}}

{{/* A size such as 8GiB, 10Gi or 500GB in MiB. */}}
{{- define "chameleon.mebibytes" -}}
{{- $n := regexFind "^[0-9]+(\\.[0-9]+)?" . | float64 -}}
{{- $unit := regexReplaceAll "^[0-9.]+" . "" | trimSuffix "B" -}}
{{- $factor := get (dict "" 0.00000095367431640625 "K" 0.00095367431640625 "k" 0.00095367431640625 "Ki" 0.0009765625 "M" 0.95367431640625 "Mi" 1.0 "G" 953.67431640625 "Gi" 1024.0 "T" 953674.31640625 "Ti" 1048576.0) $unit -}}
{{- mulf $n $factor | floor | int64 -}}
{{- end -}}

{{/* The capacity of a device in MiB, as the configuration has it. */}}
{{- define "chameleon.capacity" -}}
{{- include "chameleon.mebibytes" (get .Values.server.config "server.capacity-bytes" | default .Values.server.capacity | toString) -}}
{{- end -}}

{{/* How many pods a scheme survives the loss of, each with as many fragments as all of them must hold: dict root, scheme. */}}
{{- define "chameleon.podTolerance" -}}
{{- div (include "chameleon.tolerance" .scheme | int) (ceil (divf (include "chameleon.width" .scheme | int) (.root.Values.server.replicas | int)) | int) -}}
{{- end -}}

{{/* The capacity of all devices of a pod in MiB. */}}
{{- define "chameleon.podCapacity" -}}
{{- mul (include "chameleon.capacity" . | int64) (.Values.server.devices | int64) -}}
{{- end -}}

{{/* Capacity of a pod in TiB times a number of seconds, rounded up: dict root, seconds. */}}
{{- define "chameleon.secondsPerTebibyte" -}}
{{- divf (mulf (include "chameleon.podCapacity" .root | float64) .seconds) 1048576.0 | ceil | int64 -}}
{{- end -}}

{{/* Heap that a server needs to mount its device, in MiB for each GiB of capacity (docs/research/simssd.md): the maps, and half as much again
unless the young generation, which takes a third of the heap, is held to 64 MiB. */}}
{{- define "chameleon.mount.perGibibyte" -}}
{{- $young := include "chameleon.jvm" (dict "root" . "component" "server") | regexFind "-XX:MaxNewSize=[0-9]+[kKmMgG]?" | trimPrefix "-XX:MaxNewSize=" | upper -}}
{{- if regexMatch "[KMG]$" $young }}{{ $young = printf "%si" $young }}{{ end -}}
{{- if and $young (le (include "chameleon.mebibytes" $young | int64) 64) }}3{{ else }}4.5{{ end -}}
{{- end -}}

{{/* The same besides, whatever the capacity. Fragments come on top, 80 B each. */}}
{{- define "chameleon.mount.besides" }}300{{ end -}}

{{/* The share of a pod's memory limit that is heap unless a component says otherwise; images/chameleon has the same. */}}
{{- define "chameleon.heapPercent" }}50{{ end -}}

{{- define "chameleon.metadata.address" -}}
{{ include "chameleon.fullname" . }}-metadata:7400
{{- end -}}

{{- define "chameleon.zookeeper.connect" -}}
{{- if .Values.zookeeper.enabled -}}
{{ include "chameleon.fullname" . }}-zookeeper:2181
{{- else -}}
{{- required "externalZookeeper.connectString: empty, expected host:port[,host:port...] (or zookeeper.enabled: true)" .Values.externalZookeeper.connectString -}}
{{- end -}}
{{- end -}}

{{/* One member of an ensemble is enough to begin with. */}}
{{- define "chameleon.zookeeper.wait" -}}
{{ include "chameleon.zookeeper.connect" . | regexFind "^[^/]*" }}
{{- end -}}

{{- define "chameleon.database.url" -}}
{{- if .Values.postgresql.enabled -}}
jdbc:postgresql://{{ include "chameleon.fullname" . }}-postgresql:5432/chameleon
{{- else -}}
{{- $url := required "externalDatabase.url: empty, expected jdbc:postgresql://host/database (or postgresql.enabled: true)" .Values.externalDatabase.url -}}
{{- include "chameleon.database.external" (dict "root" . "url" $url) -}}
{{- end -}}
{{- end -}}

{{/* The URL of an external database, with what says how its connections are secured. */}}
{{- define "chameleon.database.external" -}}
{{- $external := .root.Values.externalDatabase -}}
{{- $options := list -}}
{{- with $external.sslmode }}{{ $options = append $options (printf "sslmode=%s" .) }}{{ end -}}
{{- if $external.caSecret }}{{ $options = append $options "sslrootcert=/etc/chameleon-database/ca.crt" }}{{ end -}}
{{- .url }}{{ if $options }}{{ ternary "&" "?" (contains "?" .url) }}{{ join "&" $options }}{{ end -}}
{{- end -}}

{{/* The further databases, one after the other. */}}
{{- define "chameleon.database.further" -}}
{{- $urls := list -}}
{{- range .Values.externalDatabase.furtherUrls }}{{ $urls = append $urls (include "chameleon.database.external" (dict "root" $ "url" .)) }}{{ end -}}
{{- if and .Values.postgresql.enabled $urls }}{{ fail "externalDatabase.furtherUrls: set, expected none with the bundled PostgreSQL (postgresql.enabled: false)" }}{{ end -}}
{{- join " " $urls -}}
{{- end -}}

{{- define "chameleon.database.secret" -}}
{{- if .Values.postgresql.enabled -}}
{{- default (printf "%s-postgresql" (include "chameleon.fullname" .)) .Values.postgresql.auth.existingSecret -}}
{{- else -}}
{{- required "externalDatabase.existingSecret: empty, expected the name of a Secret with the password" .Values.externalDatabase.existingSecret -}}
{{- end -}}
{{- end -}}

{{/* The Secret with the keys that processes accept and the tokens of the balancer and of operators. */}}
{{- define "chameleon.auth.secret" -}}
{{- default (printf "%s-auth" (include "chameleon.fullname" .)) .Values.auth.existingSecret -}}
{{- end -}}

{{/* "true" with a cluster at hand, as in `helm install`; `helm template` cannot tell what is there already. */}}
{{- define "chameleon.live" -}}
{{- if .Capabilities.APIVersions.Has "v1/Secret" }}true{{ end -}}
{{- end -}}

{{/* Annotations of a Secret that is made once and belongs to no revision: as a hook, it is in no manifest that a later upgrade or a
rollback applies, and nothing deletes it. Argo CD, which cannot look whether it is there, is to leave it alone. */}}
{{- define "chameleon.once" -}}
helm.sh/hook: pre-install,pre-upgrade
helm.sh/resource-policy: keep
argocd.argoproj.io/hook: Skip
{{- end -}}

{{/* "true" if a Secret is to be made now: dict root, name. */}}
{{- define "chameleon.missing" -}}
{{- if include "chameleon.live" .root -}}
{{- $there := lookup "v1" "Secret" .root.Release.Namespace .name -}}
{{- if not $there }}true
{{- else if and (get ($there.metadata.annotations | default dict) "meta.helm.sh/release-name") (not (get ($there.metadata.annotations | default dict) "helm.sh/resource-policy")) -}}
{{- fail (printf "Secret %s: made by an earlier chart, which would delete it now; first: kubectl --namespace %s annotate secret %s helm.sh/resource-policy=keep" .name .root.Release.Namespace .name) -}}
{{- end -}}
{{- end -}}
{{- end -}}

{{/* The Secret with tls.crt, tls.key and ca.crt of dict root, role: a component, or admin for operators. */}}
{{- define "chameleon.tls.secret" -}}
{{- default (printf "%s-tls-%s" (include "chameleon.fullname" .root) .role) (get .root.Values.tls.existingSecrets .role) -}}
{{- end -}}

{{/* What commands of operators prove themselves with, and whom they trust. */}}
{{- define "chameleon.operator.env" -}}
{{- if eq .Values.auth.mode "token" }}
- {name: CHAMELEON_TOKEN_FILE, value: /etc/chameleon-auth/admin-token}
{{- end }}
{{- if .Values.tls.enabled }}
- {name: CHAMELEON_TLS_CA_FILE, value: /etc/chameleon-tls-admin/ca.crt}
{{- end }}
{{- if eq .Values.auth.mode "mtls" }}
- {name: CHAMELEON_TLS_CERTIFICATE_FILE, value: /etc/chameleon-tls-admin/tls.crt}
- {name: CHAMELEON_TLS_KEY_FILE, value: /etc/chameleon-tls-admin/tls.key}
{{- end }}
{{- end -}}

{{- define "chameleon.operator.mounts" -}}
{{- if eq .Values.auth.mode "token" }}
- {name: auth, mountPath: /etc/chameleon-auth, readOnly: true}
{{- end }}
{{- if .Values.tls.enabled }}
- {name: tls-admin, mountPath: /etc/chameleon-tls-admin, readOnly: true}
{{- end }}
{{- end -}}

{{/* In mode token an operator needs no certificate, only the authority of the others. */}}
{{- define "chameleon.operator.volumes" -}}
{{- if .Values.tls.enabled }}
{{- $role := ternary "admin" "metadata" (eq .Values.auth.mode "mtls") }}
- name: tls-admin
  secret:
    secretName: {{ include "chameleon.tls.secret" (dict "root" . "role" $role) }}
    defaultMode: 0440
    {{- if eq .Values.auth.mode "token" }}
    items: [{key: ca.crt, path: ca.crt}]
    {{- end }}
{{- end }}
{{- end -}}

{{/* The file of tokens or the certificate of operators, for pods that have nothing else: the toolbox and `helm test`. */}}
{{- define "chameleon.operator.pod.volumes" -}}
{{- with include "chameleon.operator.volumes" . | trim }}
{{- . }}
{{ end }}
{{- if eq .Values.auth.mode "token" }}
- name: auth
  secret:
    secretName: {{ include "chameleon.auth.secret" . }}
    defaultMode: 0440
    items: [{key: admin-token, path: admin-token}]
{{ end }}
{{- end -}}

{{/* The Secret with the keys of the gateway's user `chameleon`, for a release that names no users. */}}
{{- define "chameleon.s3.secret" -}}
{{ include "chameleon.fullname" . }}-s3-user
{{- end -}}

{{/* Secrets with the keys of the gateway's users: a list of name, existingSecret, key. */}}
{{- define "chameleon.s3.users" -}}
{{- if .Values.s3.users }}{{ toYaml .Values.s3.users }}{{ else }}{{ toYaml (list (dict "name" "chameleon" "existingSecret" (include "chameleon.s3.secret" .))) }}{{ end -}}
{{- end -}}

{{/* Where the certificate that S3 clients see is mounted: its own, or that of the gateway in the cluster. */}}
{{- define "chameleon.s3.tls" -}}
{{- if .Values.s3.tls.existingSecret }}/etc/chameleon-s3-tls{{ else }}/etc/chameleon-tls{{ end -}}
{{- end -}}

{{/* The configuration file of a component: what follows from values, then its own keys, which win; null takes a key away. */}}
{{- define "chameleon.config" -}}
{{- $root := .root -}}
{{- $values := get $root.Values .component -}}
{{- $keys := dict -}}
{{- if eq .component "server" -}}
{{- $keys = dict "server.bind-host" "0.0.0.0" "server.image" (ternary "/data/{device}/flash.img" "/data/flash.img" (gt ($values.devices | int) 1)) "server.capacity-bytes" $values.capacity "server.drain-on-stop" $values.drainOnStop "server.grace-period" $root.Values.redundancy.grace -}}
{{- if gt ($values.devices | int) 1 }}{{ $keys = merge $keys (dict "server.devices" (untilStep 0 ($values.devices | int) 1 | join ",")) }}{{ end -}}
{{- else if eq .component "metadata" -}}
{{- $user := ternary "chameleon" $root.Values.externalDatabase.user $root.Values.postgresql.enabled -}}
{{- $keys = dict "metadata.host" "0.0.0.0" "metadata.scheme.rep" $root.Values.redundancy.rep "metadata.scheme.ec" $root.Values.redundancy.ec "metadata.grace-period" $root.Values.redundancy.grace "metadata.database.url" (include "chameleon.database.url" $root) "metadata.database.user" $user -}}
{{- with include "chameleon.database.further" $root }}{{ $keys = merge $keys (dict "metadata.database.further-urls" .) }}{{ end -}}
{{- else if eq .component "balancer" -}}
{{- $keys = dict "balancer.bind-host" "0.0.0.0" "balancer.metadata" (include "chameleon.metadata.address" $root) "balancer.policy" $values.policy "balancer.epoch" $values.epoch "balancer.grace" $root.Values.redundancy.grace -}}
{{- with $values.lifecycleInterval }}{{ $keys = merge $keys (dict "balancer.lifecycle.interval" .) }}{{ end -}}
{{- with $values.abandonedUploadsAfter }}{{ $keys = merge $keys (dict "balancer.uploads.abandoned-after" .) }}{{ end -}}
{{- else if eq .component "s3" -}}
{{- $keys = dict "s3.host" "0.0.0.0" "s3.metadata" (include "chameleon.metadata.address" $root) "s3.region" $values.region "s3.users-dir" "/etc/chameleon-s3-users" "auth.mode" $root.Values.auth.mode -}}
{{- with $values.domains }}{{ $keys = merge $keys (dict "s3.domains" (join "," .)) }}{{ end -}}
{{- with $values.trustedProxies }}{{ $keys = merge $keys (dict "s3.trusted-proxies" (join "," .)) }}{{ end -}}
{{- if $values.tls.enabled }}{{ $keys = merge $keys (dict "s3.tls-certificate-file" (printf "%s/tls.crt" (include "chameleon.s3.tls" $root)) "s3.tls-key-file" (printf "%s/tls.key" (include "chameleon.s3.tls" $root))) }}{{ end -}}
{{- if eq $root.Values.auth.mode "token" }}{{ $keys = merge $keys (dict "auth.token-file" "/etc/chameleon-auth/gateway-token") }}{{ end -}}
{{- else if eq .component "postgresql" -}}
{{- $keys = dict "postgresql.host" "0.0.0.0" "postgresql.data-dir" "/data/postgresql" "postgresql.initialise" (eq (toString $values.initialise) "true") -}}
{{- else -}}
{{- $keys = dict "zookeeper.server.host" "0.0.0.0" "zookeeper.server.data-dir" "/data/zookeeper" -}}
{{- end -}}
{{- if has .component (list "server" "metadata" "balancer") -}}
{{- $keys = merge $keys (dict "zookeeper.connect" (include "chameleon.zookeeper.connect" $root) "zookeeper.session-timeout" $root.Values.zookeeperSessionTimeout "auth.mode" $root.Values.auth.mode) -}}
{{- if $root.Values.zookeeperAuth.existingSecret }}{{ $keys = merge $keys (dict "zookeeper.user" $root.Values.zookeeperAuth.user) }}{{ end -}}
{{- if eq $root.Values.auth.mode "token" -}}
{{- $keys = merge $keys (dict "auth.keys-file" "/etc/chameleon-auth/keys") -}}
{{- if $root.Values.auth.users }}{{ $keys = merge $keys (dict "auth.users-dir" "/etc/chameleon-users") }}{{ end -}}
{{- end -}}
{{- end -}}
{{- if and $root.Values.tls.enabled (has .component (list "server" "metadata" "balancer" "s3")) -}}
{{- $keys = merge $keys (dict "tls.certificate-file" "/etc/chameleon-tls/tls.crt" "tls.key-file" "/etc/chameleon-tls/tls.key" "tls.ca-file" "/etc/chameleon-tls/ca.crt") -}}
{{- end -}}
{{- if and (eq .component "balancer") (eq $root.Values.auth.mode "token") -}}
{{- $keys = merge $keys (dict "auth.token-file" "/etc/chameleon-auth/balancer-token") -}}
{{- end -}}
{{- /* As text: YAML would turn 0.0005 into 5.0E-4, and Helm 1000000 into 1e+06. */ -}}
{{- range $key, $value := mergeOverwrite $keys $values.config }}
{{- if not (kindIs "invalid" $value) }}
{{- if and (kindIs "float64" $value) (eq $value (floor $value)) }}{{ $value = int64 $value }}{{ end }}
{{ $key }}: {{ $value | toString | quote }}
{{- end }}
{{- end -}}
{{- end -}}

{{/* OpenShift chooses users and groups itself, and refuses others. */}}
{{- define "chameleon.podSecurity" -}}
runAsNonRoot: true
{{- if not .Values.openshift }}
runAsUser: 10001
runAsGroup: 10001
fsGroup: 10001
{{- end }}
fsGroupChangePolicy: OnRootMismatch
seccompProfile: {type: RuntimeDefault}
{{- end -}}

{{- define "chameleon.containerSecurity" -}}
allowPrivilegeEscalation: false
readOnlyRootFilesystem: true
runAsNonRoot: true
{{- if not .Values.openshift }}
runAsUser: 10001
runAsGroup: 10001
{{- end }}
capabilities: {drop: [ALL]}
{{- end -}}

{{/* Time for the first start; without a number of its own a server gets 5 min, and as many for each TiB of its device, which a mount reads. On busy
processors a JVM alone takes minutes to start, and whoever is killed meanwhile never does. */}}
{{- define "chameleon.startup" -}}
{{- $values := get .root.Values .component -}}
{{- $startup := deepCopy $values.probes.startup -}}
{{- if not $startup.failureThreshold -}}
{{- $mount := 0 -}}
{{- if eq .component "server" }}{{ $mount = include "chameleon.secondsPerTebibyte" (dict "root" .root "seconds" 300.0) | int64 }}{{ end -}}
{{- $_ := set $startup "failureThreshold" (divf (add 300 $mount) (max 1 ($startup.periodSeconds | int)) | ceil | int64) -}}
{{- end -}}
{{- toYaml $startup -}}
{{- end -}}

{{/* Time for stopping; without a number of its own a server gets 60 s and 10 s for each TiB of its device, of which it writes a checkpoint. */}}
{{- define "chameleon.grace" -}}
{{- $given := (get .root.Values .component).terminationGracePeriodSeconds | int -}}
{{- if or $given (ne .component "server") }}{{ $given }}{{ else }}{{ add 60 (include "chameleon.secondsPerTebibyte" (dict "root" .root "seconds" 10.0) | int64) }}{{ end -}}
{{- end -}}

{{- define "chameleon.probes" -}}
startupProbe:
  httpGet: {path: /health/startup, port: admin}
  {{- toYaml .startup | nindent 2 }}
livenessProbe:
  httpGet: {path: /health/live, port: admin}
  {{- toYaml .liveness | nindent 2 }}
readinessProbe:
  httpGet: {path: /health/ready, port: admin}
  {{- toYaml .readiness | nindent 2 }}
{{- end -}}

{{/* Own machines first, own zones next. An even spread is no promise of a machine each: servers have affinity for that. */}}
{{- define "chameleon.spread" -}}
{{- $values := get .root.Values .component -}}
{{- $hard := eq $values.spread "hard" -}}
{{- $keys := list "kubernetes.io/hostname" "topology.kubernetes.io/zone" -}}
{{- if and $hard (eq .component "server") }}{{ $keys = rest $keys }}{{ end -}}
{{- range $keys }}
- maxSkew: 1
  topologyKey: {{ . }}
  whenUnsatisfiable: {{ ternary "DoNotSchedule" "ScheduleAnyway" (and $hard (eq . "kubernetes.io/hostname")) }}
  # A machine that takes none of these pods must not keep the least at nothing for ever.
  nodeTaintsPolicy: Honor
  labelSelector:
    matchLabels: {{- include "chameleon.selector" $ | nindent 6 }}
{{- end }}
{{- end -}}

{{/* Affinity as given, and for servers that must be on machines of their own the term that says so. */}}
{{- define "chameleon.affinity" -}}
{{- $values := get .root.Values .component -}}
{{- $affinity := deepCopy $values.affinity -}}
{{- if and (eq .component "server") (eq $values.spread "hard") -}}
{{- $term := dict "topologyKey" "kubernetes.io/hostname" "labelSelector" (dict "matchLabels" (include "chameleon.selector" . | fromYaml)) -}}
{{- $anti := get $affinity "podAntiAffinity" | default dict -}}
{{- $required := get $anti "requiredDuringSchedulingIgnoredDuringExecution" | default list -}}
{{- $_ := set $anti "requiredDuringSchedulingIgnoredDuringExecution" (append $required $term) -}}
{{- $_ := set $affinity "podAntiAffinity" $anti -}}
{{- end -}}
{{- with $affinity }}{{ toYaml . }}{{ end -}}
{{- end -}}

{{/* "true" if servers ask Kubernetes for the zone of their machine: before 1.35 it does not copy that label to pods. */}}
{{- define "chameleon.zone.asked" -}}
{{- $given := .Values.server.zoneFromNodeLabel | toString -}}
{{- if or (eq $given "true") (and (eq $given "auto") (semverCompare "<1.35.0-0" .Capabilities.KubeVersion.Version)) }}true{{ end -}}
{{- end -}}

{{/* "true" if the database is made once in the life of the release, of which a ConfigMap keeps the note. */}}
{{- define "chameleon.database.once" -}}
{{- if and .Values.postgresql.enabled (eq (toString .Values.postgresql.initialise) "auto") }}true{{ end -}}
{{- end -}}

{{/* "true" for a component with an init container that asks the Kubernetes API: dict root, component. */}}
{{- define "chameleon.asks" -}}
{{- if eq .component "server" }}{{ include "chameleon.zone.asked" .root }}{{ else if eq .component "postgresql" }}{{ include "chameleon.database.once" .root }}{{ end -}}
{{- end -}}

{{- define "chameleon.serviceAccount" -}}
{{- include "chameleon.fullname" .root }}{{ if include "chameleon.asks" . }}-{{ .component }}{{ end -}}
{{- end -}}

{{/* Writes the zone of the pod's machine to /zone/zone. It alone has a token of Kubernetes, as the next one. */}}
{{- define "chameleon.zone" -}}
- name: zone
  image: {{ include "chameleon.image" .root }}
  imagePullPolicy: {{ .root.Values.image.pullPolicy }}
  command: [/bin/sh, -c, 'exec chameleon kubernetes zone --node "$NODE" >/zone/zone']
  env:
    - name: NODE
      valueFrom: {fieldRef: {fieldPath: spec.nodeName}}
  terminationMessagePolicy: FallbackToLogsOnError
  resources:
    requests: {cpu: 10m, memory: 96Mi, ephemeral-storage: 1Mi}
    limits: {memory: 192Mi, ephemeral-storage: 64Mi}
  securityContext: {{- include "chameleon.containerSecurity" .root | nindent 4 }}
  volumeMounts:
    - {name: kubernetes, mountPath: /var/run/secrets/kubernetes.io/serviceaccount, readOnly: true}
    - {name: tmp, mountPath: /tmp}
    - {name: zone, mountPath: /zone}
{{- end -}}

{{/* Makes the database's files, once in the life of the release. */}}
{{- define "chameleon.database.first" -}}
{{- $name := printf "%s-postgresql" (include "chameleon.fullname" .root) -}}
- name: database
  image: {{ include "chameleon.image" .root }}
  imagePullPolicy: {{ .root.Values.image.pullPolicy }}
  args: {{ toJson (list "kubernetes" "database" "--config" "/etc/chameleon/postgresql.yaml" "--postgresql.initialise" "true" "--namespace" "$(POD_NAMESPACE)" "--config-map" (printf "%s-made" $name)) }}
  env:
    - name: POD_NAMESPACE
      valueFrom: {fieldRef: {fieldPath: metadata.namespace}}
    {{- toYaml .env | nindent 4 }}
  terminationMessagePolicy: FallbackToLogsOnError
  resources:
    requests: {{- toYaml (merge (dict) .root.Values.postgresql.resources.requests (dict "ephemeral-storage" "64Mi")) | nindent 6 }}
    limits: {{- toYaml (merge (dict) .root.Values.postgresql.resources.limits (dict "ephemeral-storage" "512Mi")) | nindent 6 }}
  securityContext: {{- include "chameleon.containerSecurity" .root | nindent 4 }}
  volumeMounts:
    - {name: kubernetes, mountPath: /var/run/secrets/kubernetes.io/serviceaccount, readOnly: true}
    - {name: config, mountPath: /etc/chameleon, readOnly: true}
    - {name: tmp, mountPath: /tmp}
    - {name: data, mountPath: /data}
{{- end -}}

{{- define "chameleon.kubernetes.volume" -}}
- name: kubernetes
  projected:
    defaultMode: 0440
    sources:
      - serviceAccountToken: {path: token, expirationSeconds: 3600}
      - configMap:
          name: kube-root-ca.crt
          items: [{key: ca.crt, path: ca.crt}]
{{- end -}}

{{/* Options of a component's JVM: everybody's, its share of memory for heap, its own. */}}
{{- define "chameleon.jvm" -}}
{{- $values := get .root.Values .component -}}
{{- $options := list .root.Values.jvmOptions -}}
{{- with get $values "heapPercent" }}{{ $options = append $options (printf "-XX:MaxRAMPercentage=%d" (int .)) }}{{ end -}}
{{- join " " (append $options (get $values "jvmOptions" | default "") | compact) -}}
{{- end -}}

{{/* Waits, with a shell and no JVM, until of each group in .wait one address takes connections: groups by space, addresses by comma. */}}
{{- define "chameleon.wait" -}}
- name: wait
  image: {{ include "chameleon.image" .root }}
  imagePullPolicy: {{ .root.Values.image.pullPolicy }}
  command:
    - /bin/sh
    - -c
    - |
      one() {
        for address in $(echo "$1" | tr , ' '); do
          # 1: no connection. 0 or a timeout: there was one, and it was closed or not.
          timeout 5 nc -w 3 "${address%:*}" "${address##*:}" </dev/null >/dev/null 2>&1
          [ $? -eq 1 ] || return 0
        done
        return 1
      }
      for group in {{ .wait }}; do
        until one "$group"; do
          echo "waiting for $group"
          sleep 1
        done
      done
  resources:
    requests: {cpu: 5m, memory: 8Mi, ephemeral-storage: 1Mi}
    limits: {cpu: 100m, memory: 32Mi, ephemeral-storage: 16Mi}
  securityContext: {{- include "chameleon.containerSecurity" .root | nindent 4 }}
{{- end -}}

{{/* The pod of a component: dict root, component, ports (name to number), env (a list), wait, volume (whether it has
/data); if it differs from the image's, command; further flags. */}}
{{- define "chameleon.pod" -}}
{{- $root := .root -}}
{{- $values := get $root.Values .component -}}
{{- $ours := has .component (list "server" "metadata" "balancer") -}}
{{- $s3 := eq .component "s3" -}}
metadata:
  labels:
    {{- include "chameleon.selector" . | nindent 4 }}
    {{- with $root.Values.commonLabels }}
    {{- toYaml . | nindent 4 }}
    {{- end }}
  annotations:
    checksum/config: {{ include "chameleon.config" . | sha256sum }}
    {{- with merge (dict) $values.podAnnotations $root.Values.podAnnotations }}
    {{- toYaml . | nindent 4 }}
    {{- end }}
spec:
  serviceAccountName: {{ include "chameleon.serviceAccount" . }}
  automountServiceAccountToken: false
  # The variables it makes up for services have the names of ours.
  enableServiceLinks: false
  terminationGracePeriodSeconds: {{ include "chameleon.grace" . }}
  securityContext: {{- include "chameleon.podSecurity" $root | nindent 4 }}
  {{- with $root.Values.global.imagePullSecrets }}
  imagePullSecrets: {{- toYaml . | nindent 4 }}
  {{- end }}
  {{- with $values.priorityClassName }}
  priorityClassName: {{ . }}
  {{- end }}
  {{- if $values.spread }}
  topologySpreadConstraints: {{- include "chameleon.spread" . | nindent 4 }}
  {{- end }}
  {{- with include "chameleon.affinity" . }}
  affinity: {{- . | nindent 4 }}
  {{- end }}
  {{- with $values.nodeSelector }}
  nodeSelector: {{- toYaml . | nindent 4 }}
  {{- end }}
  {{- with $values.tolerations }}
  tolerations: {{- toYaml . | nindent 4 }}
  {{- end }}
  {{- $asks := include "chameleon.asks" . }}
  {{- if or .wait $asks }}
  initContainers:
    {{- if and $asks (eq .component "server") }}
    {{- include "chameleon.zone" . | nindent 4 }}
    {{- else if $asks }}
    {{- include "chameleon.database.first" . | nindent 4 }}
    {{- end }}
    {{- if .wait }}
    {{- include "chameleon.wait" . | nindent 4 }}
    {{- end }}
  {{- end }}
  containers:
    - name: {{ .component }}
      image: {{ include "chameleon.image" $root }}
      imagePullPolicy: {{ $root.Values.image.pullPolicy }}
      {{- with .command }}
      command: {{- toYaml . | nindent 8 }}
      {{- end }}
      args: {{ toJson (concat (list .component "--config" (printf "/etc/chameleon/%s.yaml" .component)) (default list .flags)) }}
      env:
        - {name: CHAMELEON_LOG_LEVEL, value: {{ $root.Values.logLevel | quote }}}
        - {name: CHAMELEON_LOG_FORMAT, value: {{ $root.Values.logFormat | quote }}}
        {{- with include "chameleon.jvm" . }}
        - {name: JDK_JAVA_OPTIONS, value: {{ . | quote }}}
        {{- end }}
        {{- with .env }}
        {{- toYaml . | nindent 8 }}
        {{- end }}
        {{- if and $ours $root.Values.zookeeperAuth.existingSecret }}
        - name: CHAMELEON_ZOOKEEPER_PASSWORD
          valueFrom: {secretKeyRef: {name: {{ $root.Values.zookeeperAuth.existingSecret }}, key: {{ $root.Values.zookeeperAuth.passwordKey }}}}
        {{- end }}
        {{- with $values.extraEnv }}
        {{- toYaml . | nindent 8 }}
        {{- end }}
      ports:
        {{- range $name, $number := .ports }}
        - {name: {{ $name }}, containerPort: {{ $number }}, protocol: TCP}
        {{- end }}
      {{- include "chameleon.probes" (merge (dict "startup" (include "chameleon.startup" . | fromYaml)) $values.probes) | nindent 6 }}
      terminationMessagePolicy: FallbackToLogsOnError
      {{- with $values.preStopSeconds }}
      lifecycle:
        preStop:
          exec: {command: [/bin/sleep, "{{ . }}"]}
      {{- end }}
      resources:
        requests: {{- toYaml (merge (dict) $values.resources.requests (dict "ephemeral-storage" "64Mi")) | nindent 10 }}
        limits: {{- toYaml (merge (dict) $values.resources.limits (dict "ephemeral-storage" "512Mi")) | nindent 10 }}
      securityContext: {{- include "chameleon.containerSecurity" $root | nindent 8 }}
      volumeMounts:
        - {name: config, mountPath: /etc/chameleon, readOnly: true}
        - {name: tmp, mountPath: /tmp}
        {{- if and (eq .component "server") (gt ($values.devices | int) 1) }}
        {{- range $device := until ($values.devices | int) }}
        - {name: data-{{ $device }}, mountPath: /data/{{ $device }}}
        {{- end }}
        {{- else }}
        - {name: data, mountPath: /data}
        {{- end }}
        {{- if and (eq .component "metadata") (not $root.Values.postgresql.enabled) $root.Values.externalDatabase.caSecret }}
        - {name: database-ca, mountPath: /etc/chameleon-database, readOnly: true}
        {{- end }}
        {{- if and $asks (eq .component "server") }}
        - {name: zone, mountPath: /zone, readOnly: true}
        {{- end }}
        {{- if eq .component "postgresql" }}
        - {name: shm, mountPath: /dev/shm}
        {{- end }}
        {{- if or $ours $s3 }}
        {{- if eq $root.Values.auth.mode "token" }}
        - {name: auth, mountPath: /etc/chameleon-auth, readOnly: true}
        {{- if and $ours $root.Values.auth.users }}
        - {name: users, mountPath: /etc/chameleon-users, readOnly: true}
        {{- end }}
        {{- end }}
        {{- if $root.Values.tls.enabled }}
        - {name: tls, mountPath: /etc/chameleon-tls, readOnly: true}
        {{- end }}
        {{- end }}
        {{- if $s3 }}
        - {name: s3-users, mountPath: /etc/chameleon-s3-users, readOnly: true}
        {{- if and $values.tls.enabled $values.tls.existingSecret }}
        - {name: s3-tls, mountPath: /etc/chameleon-s3-tls, readOnly: true}
        {{- end }}
        {{- end }}
        {{- with $values.extraVolumeMounts }}
        {{- toYaml . | nindent 8 }}
        {{- end }}
  volumes:
    - name: config
      configMap: {name: {{ include "chameleon.fullname" $root }}-{{ .component }}}
    - name: tmp
      emptyDir: {sizeLimit: 256Mi}
    {{- if $asks }}
    {{- include "chameleon.kubernetes.volume" $root | nindent 4 }}
    {{- if eq .component "server" }}
    - name: zone
      emptyDir: {sizeLimit: 1Mi}
    {{- end }}
    {{- end }}
    {{- if and (eq .component "metadata") (not $root.Values.postgresql.enabled) $root.Values.externalDatabase.caSecret }}
    - name: database-ca
      secret:
        secretName: {{ $root.Values.externalDatabase.caSecret }}
        defaultMode: 0440
        items: [{key: {{ $root.Values.externalDatabase.caKey }}, path: ca.crt}]
    {{- end }}
    {{- if eq .component "postgresql" }}
    # What its processes share; a container has 64 MiB for it otherwise, on some run-times less.
    - name: shm
      emptyDir: {medium: Memory, sizeLimit: 128Mi}
    {{- end }}
    {{- if not .volume }}
    - name: data
      emptyDir: {sizeLimit: 64Mi}
    {{- end }}
    {{- if and (or $ours $s3) $root.Values.tls.enabled }}
    - name: tls
      secret:
        secretName: {{ include "chameleon.tls.secret" (dict "root" $root "role" .component) }}
        defaultMode: 0440
    {{- end }}
    {{- if $s3 }}
    {{- if eq $root.Values.auth.mode "token" }}
    # It asks the others, and nobody asks it: no keys, and its own token alone.
    - name: auth
      secret:
        secretName: {{ include "chameleon.auth.secret" $root }}
        defaultMode: 0440
        items: [{key: gateway-token, path: gateway-token}]
    {{- end }}
    {{- if and $values.tls.enabled $values.tls.existingSecret }}
    - name: s3-tls
      secret:
        secretName: {{ $values.tls.existingSecret }}
        defaultMode: 0440
    {{- end }}
    # A Secret of a user that is missing keeps nobody from starting.
    - name: s3-users
      projected:
        defaultMode: 0440
        sources:
          {{- range include "chameleon.s3.users" $root | fromYamlArray }}
          - secret:
              name: {{ .existingSecret }}
              optional: true
              items: [{key: {{ .key | default "token" }}, path: {{ .name }}/{{ .existingSecret }}}]
          {{- end }}
    {{- end }}
    {{- if and $ours (eq $root.Values.auth.mode "token") }}
    # Each process sees what it needs. Read again by the process when it changes.
    - name: auth
      secret:
        secretName: {{ include "chameleon.auth.secret" $root }}
        defaultMode: 0440
        items:
          - {key: keys, path: keys}
          {{- if eq .component "balancer" }}
          - {key: balancer-token, path: balancer-token}
          {{- end }}
    {{- with $root.Values.auth.users }}
    # A Secret of a user that is missing keeps nobody from starting.
    - name: users
      projected:
        defaultMode: 0440
        sources:
          {{- range . }}
          - secret:
              name: {{ .existingSecret }}
              optional: true
              items: [{key: {{ .key | default "token" }}, path: {{ .name }}/{{ .existingSecret }}}]
          {{- end }}
    {{- end }}
    {{- end }}
    {{- with $values.extraVolumes }}
    {{- toYaml . | nindent 4 }}
    {{- end }}
{{- end -}}

{{/* How a StatefulSet of one pod manages it: dict root, name. An ordered one keeps a pod that cannot start, whatever a rollback says; where one is
there already, Kubernetes refuses the change. */}}
{{- define "chameleon.management" -}}
{{- $there := lookup "apps/v1" "StatefulSet" .root.Release.Namespace .name -}}
{{- if $there }}{{ $there.spec.podManagementPolicy | default "OrderedReady" }}{{ else }}Parallel{{ end -}}
{{- end -}}

{{/* The claims of a server: one for each device. */}}
{{- define "chameleon.claims" -}}
{{- if eq (.root.Values.server.devices | int) 1 -}}
{{- include "chameleon.claim" . -}}
{{- else -}}
{{- range $device := until (.root.Values.server.devices | int) }}
{{ include "chameleon.claim" (merge (dict "name" (printf "data-%d" $device)) $) }}
{{- end -}}
{{- end -}}
{{- end -}}

{{- define "chameleon.claim" -}}
- apiVersion: v1
  kind: PersistentVolumeClaim
  metadata:
    name: {{ .name | default "data" }}
    labels: {{- include "chameleon.selector" . | nindent 6 }}
  spec:
    accessModes: [ReadWriteOnce]
    {{- with (get .root.Values .component).persistence.storageClass }}
    storageClassName: {{ . | quote }}
    {{- end }}
    resources:
      requests: {storage: {{ (get .root.Values .component).persistence.size }}}
{{- end -}}

{{/* What must hold between values; the schema cannot say it. */}}
{{- define "chameleon.check" -}}
{{- $replicas := .Values.server.replicas | int -}}
{{- $devices := .Values.server.devices | int -}}
{{- $schemes := list .Values.redundancy.rep .Values.redundancy.ec -}}
{{- range .Values.buckets -}}
{{- $schemes = concat $schemes (compact (list .rep .ec)) -}}
{{- end -}}
{{- range $schemes -}}
{{- $width := include "chameleon.width" . | int -}}
{{- $tolerance := include "chameleon.tolerance" . | int -}}
{{- /* The fewest pods that hold a fragment each on a device of its own, and of which one may be lost. */ -}}
{{- $least := max (ceil (divf $width $devices)) (ternary 1 (ceil (divf $width (max 1 $tolerance))) (eq $tolerance 0)) | int -}}
{{- if eq $devices 1 }}{{ $least = $width }}{{ end -}}
{{- if and (lt $replicas $least) (eq $devices 1) -}}
{{- fail (printf "server.replicas: %d given, expected at least %d: each fragment of %s is on a server of its own" $replicas $least .) -}}
{{- else if lt $replicas $least -}}
{{- fail (printf "server.replicas: %d given, expected at least %d with server.devices: %d: each fragment of %s is on a device of its own, and the loss of a pod must be survived" $replicas $least $devices .) -}}
{{- end -}}
{{- $most := include "chameleon.podTolerance" (dict "root" $ "scheme" .) | int -}}
{{- if and $.Values.server.pdb.enabled (gt ($.Values.server.pdb.maxUnavailable | int) $most) -}}
{{- fail (printf "server.pdb.maxUnavailable: %d given, expected at most %d: %s survives no more" ($.Values.server.pdb.maxUnavailable | int) $most .) -}}
{{- end -}}
{{- end -}}
{{- if and (eq .Values.auth.mode "mtls") (not .Values.tls.enabled) -}}
{{- fail "auth.mode: mtls given, expected token (or tls.enabled: true)" -}}
{{- end -}}
{{- if and (eq .Values.auth.mode "mtls") .Values.auth.users -}}
{{- fail "auth.users: given in mode mtls, expected none: users prove themselves with certificates" -}}
{{- end -}}
{{- if and .Values.tls.certManager.enabled (not .Values.tls.enabled) -}}
{{- fail "tls.certManager.enabled: true given, expected false (or tls.enabled: true)" -}}
{{- end -}}
{{- if and .Values.tls.certManager.enabled (not .Values.tls.certManager.issuerRef.name) (not .Values.tls.certManager.selfSigned) -}}
{{- fail "tls.certManager.issuerRef.name: empty, expected the name of an issuer of cert-manager that has an authority (or tls.certManager.selfSigned: true)" -}}
{{- end -}}
{{- $capacity := include "chameleon.capacity" . | int64 -}}
{{- $volume := include "chameleon.mebibytes" .Values.server.persistence.size | int64 -}}
{{- if lt (mul $volume 100) (mul $capacity 121) -}}
{{- fail (printf "server.persistence.size: %s given, expected at least 1.21 times server.capacity, %s: spare blocks, out-of-band areas and the checkpoint are there, too" .Values.server.persistence.size .Values.server.capacity) -}}
{{- end -}}
{{- include "chameleon.check.heap" . -}}
{{- include "chameleon.check.names" . -}}
{{- include "chameleon.check.stop" . -}}
{{- include "chameleon.check.live" . -}}
{{- include "chameleon.check.s3" . -}}
{{- if .Values.highAvailability }}{{ include "chameleon.check.ha" . }}{{ end -}}
{{- include "chameleon.check.external" . -}}
{{- end -}}

{{/* A server that cannot mount its device ends for want of memory at each start. */}}
{{- define "chameleon.check.heap" -}}
{{- $limit := get .Values.server.resources.limits "memory" | default "" | toString -}}
{{- $options := include "chameleon.jvm" (dict "root" . "component" "server") -}}
{{- $heap := 0.0 -}}
{{- if regexMatch "-Xmx[0-9]+[kKmMgG]" $options -}}
{{- $heap = regexFind "-Xmx[0-9]+[kKmMgG]" $options | trimPrefix "-Xmx" | upper | printf "%si" | include "chameleon.mebibytes" | float64 -}}
{{- else if $limit -}}
{{- $percent := regexFind "MaxRAMPercentage=[0-9.]+" $options | trimPrefix "MaxRAMPercentage=" | default (include "chameleon.heapPercent" .) -}}
{{- $heap = divf (mulf (include "chameleon.mebibytes" $limit | float64) ($percent | float64)) 100.0 -}}
{{- end -}}
{{- $needed := addf (divf (mulf (include "chameleon.podCapacity" . | float64) (include "chameleon.mount.perGibibyte" . | float64)) 1024.0) (include "chameleon.mount.besides" . | float64) -}}
{{- if and $heap (lt ($heap | float64) ($needed | float64)) -}}
{{- fail (printf "server.resources.limits.memory: %s given, of which %.0f MiB are heap, expected at least %.0f MiB of heap: so much does it take to mount devices of %d GiB (server.heapPercent, server.capacity, server.devices)" $limit $heap $needed (div (include "chameleon.podCapacity" . | int64) 1024)) -}}
{{- end -}}
{{- end -}}

{{/* Keys that no process knows, or whose values Services, probes and policies of the chart rely on; names that the API server refuses. */}}
{{- define "chameleon.check.names" -}}
{{- $fullname := include "chameleon.fullname" . -}}
{{- if not (regexMatch "^[a-z]([-a-z0-9]*[a-z0-9])?$" $fullname) -}}
{{- fail (printf "name of the release's objects: %s given, expected lower-case letters, digits and -, a letter first (fullnameOverride, nameOverride, or the release's own name)" $fullname) -}}
{{- end -}}
{{- $keys := .Files.Lines "keys.txt" -}}
{{- range $component := list "server" "metadata" "balancer" "s3" "postgresql" "zookeeper" -}}
{{- range $key, $_ := (get $.Values $component).config -}}
{{- if not (has $key $keys) -}}
{{- fail (printf "%s.config: %s given, expected keys of docs/reference/configuration.md such as server.write-mode (by --set: server\\.write-mode)" $component $key) -}}
{{- end -}}
{{- if regexMatch "(^|\\.)(port|admin-port|host|bind-host|advertised-host|data-dir|image)$" $key -}}
{{- fail (printf "%s.config: %s given, which Services, probes and volumes of the chart rely on, expected other keys" $component $key) -}}
{{- end -}}
{{- end -}}
{{- end -}}
{{- range $key, $_ := .Values.commonLabels -}}
{{- if hasPrefix "app.kubernetes.io/" $key -}}
{{- fail (printf "commonLabels: %s given, which the chart sets, expected labels of your own" $key) -}}
{{- end -}}
{{- end -}}
{{- end -}}

{{/* Whoever is killed before it has stopped leaves others to find out. */}}
{{- define "chameleon.check.stop" -}}
{{- $grace := .Values.balancer.terminationGracePeriodSeconds | int -}}
{{- if lt $grace 45 -}}
{{- fail (printf "balancer.terminationGracePeriodSeconds: %d given, expected at least 45: it finishes for 30 s what it has begun, and gives up leading within 5 s" $grace) -}}
{{- end -}}
{{- $drain := include "chameleon.seconds" .Values.server.drainOnStop | float64 -}}
{{- $checkpoint := include "chameleon.secondsPerTebibyte" (dict "root" . "seconds" 10.0) | float64 -}}
{{- $grace = include "chameleon.grace" (dict "root" . "component" "server") | int -}}
{{- if lt ($grace | float64) (addf $drain 30.0 $checkpoint) -}}
{{- fail (printf "server.terminationGracePeriodSeconds: %d given, expected at least %.0f more than server.drainOnStop, %s" $grace (addf 30.0 $checkpoint) .Values.server.drainOnStop) -}}
{{- end -}}
{{- end -}}

{{/* What contradicts itself about the gateway. */}}
{{- define "chameleon.check.s3" -}}
{{- $s3 := .Values.s3 -}}
{{- range $what := list "ingress" "httpRoute" -}}
{{- if and (get $s3 $what).enabled (not $s3.enabled) -}}
{{- fail (printf "s3.%s.enabled: true given, expected false (or s3.enabled: true)" $what) -}}
{{- end -}}
{{- end -}}
{{- if and $s3.ingress.enabled (not $s3.ingress.hosts) -}}
{{- fail "s3.ingress.hosts: empty, expected the host names that clients use" -}}
{{- end -}}
{{- if and $s3.httpRoute.enabled (not $s3.httpRoute.parentRefs) -}}
{{- fail "s3.httpRoute.parentRefs: empty, expected the Gateway that the route belongs to" -}}
{{- end -}}
{{- if and $s3.enabled $s3.tls.enabled (not $s3.tls.existingSecret) (not .Values.tls.enabled) -}}
{{- fail "s3.tls.existingSecret: empty, expected the name of a Secret with tls.crt and tls.key (or tls.enabled: true, whose certificate of s3 serves, too)" -}}
{{- end -}}
{{- $least := add 25 ($s3.preStopSeconds | int) -}}
{{- if lt ($s3.terminationGracePeriodSeconds | int) ($least | int) -}}
{{- fail (printf "s3.terminationGracePeriodSeconds: %d given, expected at least %d: it answers for 20 s, after s3.preStopSeconds, what it has begun" ($s3.terminationGracePeriodSeconds | int) ($least | int)) -}}
{{- end -}}
{{- if and $s3.enabled (eq .Values.auth.mode "token") -}}
{{- $name := include "chameleon.auth.secret" . -}}
{{- $there := lookup "v1" "Secret" .Release.Namespace $name -}}
{{- if and $there (not (hasKey ($there.data | default dict) "gateway-token")) -}}
{{- fail (printf "Secret %s: no gateway-token, which s3 shows the cluster; docs/operate/operations.md, S3, has the commands that add one" $name) -}}
{{- end -}}
{{- end -}}
{{- end -}}

{{/* A time such as 1m30s in seconds. */}}
{{- define "chameleon.seconds" -}}
{{- $sum := 0.0 -}}
{{- range regexFindAll "[0-9]+(ms|s|m|h|d)" . -1 -}}
{{- $unit := regexFind "[a-z]+$" . -}}
{{- $sum = addf $sum (mulf (regexFind "^[0-9]+" . | float64) (get (dict "ms" 0.001 "s" 1.0 "m" 60.0 "h" 3600.0 "d" 86400.0) $unit)) -}}
{{- end -}}
{{- $sum -}}
{{- end -}}

{{/* What only a look at the cluster tells; `helm template` sees none of it. */}}
{{- define "chameleon.check.live" -}}
{{- $name := printf "%s-server" (include "chameleon.fullname" .) -}}
{{- $there := lookup "apps/v1" "StatefulSet" .Release.Namespace $name -}}
{{- if $there -}}
{{- $before := $there.spec.replicas | int -}}
{{- if and (gt (sub $before (.Values.server.replicas | int)) 1) (not .Values.server.allowScaleIn) -}}
{{- fail (printf "server.replicas: %d given, and there are %d, expected at least %d: drain one at a time, as docs/operate/operations.md has it (or server.allowScaleIn: true)" (.Values.server.replicas | int) $before (sub $before 1)) -}}
{{- end -}}
{{- $claims := len $there.spec.volumeClaimTemplates -}}
{{- if ne $claims (.Values.server.devices | int) -}}
{{- fail (printf "server.devices: %d given, and pods of %d are there, whose servers would be lost under other names: docs/operate/operations.md, Several devices in one pod" (.Values.server.devices | int) $claims) -}}
{{- end -}}
{{- $size := (index $there.spec.volumeClaimTemplates 0).spec.resources.requests.storage -}}
{{- if ne (include "chameleon.mebibytes" $size) (include "chameleon.mebibytes" .Values.server.persistence.size) -}}
{{- fail (printf "server.persistence.size: %s given, and volumes of %s are there, which Kubernetes does not change in place: docs/operate/operations.md, Resize volumes" .Values.server.persistence.size $size) -}}
{{- end -}}
{{- end -}}
{{- end -}}

{{/* An external one that is named, and would not be used. */}}
{{- define "chameleon.check.external" -}}
{{- if and .Values.postgresql.enabled .Values.externalDatabase.url -}}
{{- fail "externalDatabase.url: set, expected none with the bundled PostgreSQL (postgresql.enabled: false)" -}}
{{- end -}}
{{- if and .Values.zookeeper.enabled .Values.externalZookeeper.connectString -}}
{{- fail "externalZookeeper.connectString: set, expected none with the bundled ZooKeeper (zookeeper.enabled: false)" -}}
{{- end -}}
{{- end -}}

{{/* What contradicts highAvailability. */}}
{{- define "chameleon.check.ha" -}}
{{- $components := list "server" "metadata" "balancer" -}}
{{- if .Values.s3.enabled }}{{ $components = append $components "s3" }}{{ end -}}
{{- range $component := $components -}}
{{- if ne (get $.Values $component).spread "hard" -}}
{{- fail (printf "%s.spread: %s given, expected hard (or highAvailability: false): one machine must not take several" $component (get $.Values $component).spread) -}}
{{- end -}}
{{- if and (lt ((get $.Values $component).replicas | int) 2) (gt ((get $.Values $component).replicas | int) 0) -}}
{{- fail (printf "%s.replicas: 1 given, expected at least 2 (or highAvailability: false)" $component) -}}
{{- end -}}
{{- end -}}
{{- range $component := list "postgresql" "zookeeper" -}}
{{- if (get $.Values $component).enabled -}}
{{- fail (printf "%s.enabled: true given, expected false (or highAvailability: false): the bundled one has no replica" $component) -}}
{{- end -}}
{{- end -}}
{{- if not .Values.acceptPlaintext -}}
{{- if not .Values.tls.enabled -}}
{{- fail "tls.enabled: false given, expected true (or acceptPlaintext: true): objects would cross the network in the clear" -}}
{{- end -}}
{{- if and .Values.s3.enabled (not .Values.s3.tls.enabled) -}}
{{- fail "s3.tls.enabled: false given, expected true (or acceptPlaintext: true): objects would cross the network in the clear" -}}
{{- end -}}
{{- if not (regexMatch "sslmode=verify-(ca|full)" (include "chameleon.database.url" .)) -}}
{{- fail "externalDatabase.sslmode: expected verify-full or verify-ca (or acceptPlaintext: true)" -}}
{{- end -}}
{{- end -}}
{{- end -}}
